// Loaded before `uci.js` of the npm package fairy-stockfish-nnue.wasm: `node -r before-uci.js uci.js` is then an
// engine on standard input and output. Where Node has `fetch`, the package takes itself to be in a browser and
// asks for its own file as if it had an address; without it, it reads the file.
delete globalThis.fetch;
