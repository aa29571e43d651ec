package io.pinion.routing.planner;

/**
 * The servers' global {@code sql_mode}, as far as servers read texts otherwise than Pinion by it. The texts of sessions
 * that have set no {@code sql_mode} are doubtful then. Thread-safe.
 */
public final class ServerModes {
    private volatile Doubt doubt = Doubt.NONE;

    /**
     * @param modes in words such as {@code ANSI_QUOTES of MySQL001A}; empty when there is none
     * @param ofMarks only double quotes, backslashes and bars are read otherwise, so that texts without them are
     *     certain
     */
    public record Doubt(String modes, boolean ofMarks) {
        public static final Doubt NONE = new Doubt("", true);

        /** Whether the text has such a mark; any other doubt is part of the rules that the text is read by. */
        boolean concerns(byte[] text, int start, int end) {
            boolean some = ofMarks && !modes.isEmpty();
            for (int at = start; some && at < end; at++) {
                if (text[at] == '"' || text[at] == '\\' || text[at] == '|') {
                    return true;
                }
            }
            return false;
        }
    }

    public Doubt doubt() {
        return doubt;
    }

    public void doubt(Doubt now) {
        doubt = now;
    }
}
