package io.pinion.server.execution.answer;

/**
 * A shard's answer that has left warnings.
 *
 * @param number of the statement
 * @param rows how many it had, whether they were wanted or not
 * @param late whether the client had all that it wanted when it ended
 */
public record WarnedAnswer(int number, long rows, int warnings, boolean late) {
    /** The same without the warnings that all answers have in common, which are the first of each. */
    public WarnedAnswer without(int common) {
        return new WarnedAnswer(number, rows, Math.max(0, warnings - common), late);
    }

    public Kept all() {
        return new Kept(0, warnings);
    }

    /**
     * Which of its warnings are the client's.
     *
     * @param from of the first, counted from 0
     * @param to of the one behind the last
     */
    public record Kept(int from, int to) {
        public static final Kept NONE = new Kept(0, 0);

        public int count() {
            return to - from;
        }
    }
}
