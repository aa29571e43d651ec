package io.pinion.server.execution.query;

/**
 * Counts the internal queries after a session's statements under the edition of the last statement. An operation that
 * ends the connections, such as a promotion, waits for the answers. Not thread-safe; lives on the session's event loop.
 */
public final class InternalQueryTracker {
    private final EditionTracker uses;
    private long edition;

    public InternalQueryTracker(EditionTracker uses, long edition) {
        this.uses = uses;
        this.edition = edition;
    }

    /** A statement of the session is planned under this edition. */
    public void begins(long planned) {
        edition = planned;
    }

    /** A query is sent; {@link Question#end} must follow. */
    public Question begin() {
        uses.begin(edition);
        return new Question(edition);
    }

    /** A query under way. */
    public final class Question {
        private final long begun;
        private boolean over;

        private Question(long begun) {
            this.begun = begun;
        }

        /**
         * Only the first call counts: the code that runs after an answer may fail, and then the query is lost as well.
         */
        public void end() {
            if (!over) {
                over = true;
                uses.end(begun);
            }
        }
    }
}
