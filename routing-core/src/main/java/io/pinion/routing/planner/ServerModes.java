package io.pinion.routing.planner;

/**
 * Whether a server has modes in its global {@code sql_mode} by which it reads texts otherwise than Pinion. Sessions that have
 * set no {@code sql_mode} are in doubt then. Thread-safe.
 */
public final class ServerModes {
    private volatile Doubt doubt = Doubt.NONE;

    /**
     * @param modes in words such as {@code ANSI_QUOTES of MySQL001A}; empty when there is none
     * @param ofMarks only double quotes, backslashes and bars are read otherwise, so that texts without them are certain
     */
    public record Doubt(String modes, boolean ofMarks) {
        public static final Doubt NONE = new Doubt("", true);

        /** Whether the text has such a mark; what else is doubtful, the rules say by which it is read. */
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
