package io.pinion.server.execution.answer;

/**
 * A shard's answer with warnings.
 *
 * @param number the number of the statement
 * @param rows the number of its rows, wanted or not
 * @param late whether the client had all wanted rows when it ended
 */
public record WarnedAnswer(int number, long rows, int warnings, boolean late) {
    /** The answer without the warnings that all answers have in common, which are the first of each. */
    public WarnedAnswer without(int common) {
        return new WarnedAnswer(number, rows, Math.max(0, warnings - common), late);
    }

    public Kept all() {
        return new Kept(0, warnings);
    }

    /**
     * The warnings that the client gets.
     *
     * @param from the index of the first, from 0
     * @param to the index after the last
     */
    public record Kept(int from, int to) {
        public static final Kept NONE = new Kept(0, 0);

        public int count() {
            return to - from;
        }
    }
}
