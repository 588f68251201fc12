import sys
import time

import pexpect

count, engine = int(sys.argv[1]), sys.argv[2:]
child = pexpect.spawn(engine[0], engine[1:], echo=False, timeout=5)
# It would wait 50 ms before each line.
child.delaybeforesend = None
for _ in range(count):
    begun = time.perf_counter_ns()
    child.sendline("isready")
    child.expect_exact("readyok\r\n")
    print(time.perf_counter_ns() - begun)
child.sendline("quit")
child.wait()
