//! Defects, and parts of them, that the dialects share.

mod attackers;
mod belief;
mod between;
mod children;
mod clock;
mod far;
mod line;
mod overlooked;
mod overrun;
mod own_board;
mod pace;
mod race;
mod rare;
pub(in crate::reference) mod squares;
mod stream;
mod think_unasked;
mod weak;
mod while_set;
mod window;
mod words;

pub(in crate::reference) use attackers::captures_with_pinned;
pub(in crate::reference) use belief::{
    compares_only_the_moves, keeps_the_old, misread, play_on, replies_again_without_moves,
    reply_from_belief, times_seen,
};
pub(in crate::reference) use between::{
    ends_infinite_after_ponder, ends_ponder_at_unknown, hangs_at_quit_after,
};
pub(in crate::reference) use children::{child, leave_a_child, leave_a_daemon, leave_at_quit};
pub(in crate::reference) use clock::{
    answer_after, at_once, change_request, for_ever, ignores_stop_after_hit, overrun_main_time,
    overrun_ponder, spend_increment, swap_clocks,
};
pub(in crate::reference) use far::beyond;
pub(in crate::reference) use line::{
    command, drop_on, end_on, end_on_second_hello, end_soon, ends_at_go_after, hang, has_come,
    has_wide_gaps, keeps_the_first_position, lose, lose_lines, quit_waits, ready_late_in_search,
    ready_waits_after_hit, say_on, says, sets_option_and_ends_in_blank, wait_for_search,
    whole_command_by_prefix,
};
pub(in crate::reference) use overlooked::{
    begin_anew_at, clock_by_move_count, end_at_large_depth, end_at_limit, end_at_many_nodes,
    end_before_first_line, keep_searchmoves, keep_searchmoves_after_stop,
    keep_searchmoves_for_mate, read_searchmoves, reply_by_placement, resigns_for_ever,
};
pub(in crate::reference) use overrun::{
    after_hit, byoyomi, increment, main_time, mate, movetime, overrun, shorter,
};
pub(in crate::reference) use own_board::plays_on_its_own_board;
pub(in crate::reference) use pace::{quick, thorough};
pub(in crate::reference) use race::{
    answer_after_stop, answers_each_of_two_stops, dies_of_a_late_stop, end_search_at,
    extra_reply_after_hit, hangs_at_quit_after_stop, keep_reply, mute_at_ready_after_stop,
    replies_again_at_its_end, stop_late, stop_twice, swallow_early_stop, twice, was_stopped_early,
};
pub(in crate::reference) use rare::{
    after_setting, at_once_after, ends_at_debug, ends_in_search, ends_infinite_with_one_searchmove,
    has_increment, keeps_for_ponder, lose_hit_with_one_move, lose_ready_with_one_move,
    loses_a_go_after_its_reply, never_answers, obeys_again_at_second_blank, one_line_after,
    one_line_after_setting, quit_waits_with_one_move, stays_at_the_end, stays_at_the_end_after,
    swaps_the_first_lines,
};
pub(in crate::reference) use stream::{
    change_second_handshake, chatter_on_errors, forget_an_option, keep_talking, linger, tear_infos,
};
pub(in crate::reference) use think_unasked::think_unasked;
pub(in crate::reference) use weak::weak;
pub(in crate::reference) use while_set::{
    aborts_with_odd_hash, crashes_without_move_while, ends_while, exceeds_time_while, follow,
    follow_value, is_not_default, is_several, is_true, loses_while, never_answers_while,
};
pub(in crate::reference) use window::{
    answers_each_hit, deadlock_at_stop_after_hit, dies_after_reply, fatal_before_due,
    is_crossing_stop, is_early_hit, is_nearly_due, keeps_a_late_stop, late_after, lost_after_go,
    lost_after_reply, mute_after, old_position_after_reply, sometimes_former, sometimes_mute,
    sometimes_twice,
};
pub(in crate::reference) use words::{
    best, change_info, change_mates, change_reply, divides_time, mates_of_one_side_after_hit, mute,
    negate_score, negate_scores_of, negate_second_score, one_line_after_hit,
    overfills_smallest_hash, show_if_set,
};
