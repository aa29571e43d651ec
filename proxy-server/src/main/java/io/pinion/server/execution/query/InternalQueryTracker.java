package io.pinion.server.execution.query;

/**
 * Counts what a session's connections are asked behind its statements as something that is under the last statement's
 * edition: who is about to end the connections, as a promotion is, waits for the answers. Not thread-safe; lives on the
 * session's event loop.
 */
public final class InternalQueryTracker {
    private final GenerationTracker uses;
    private long edition;

    public InternalQueryTracker(GenerationTracker uses, long edition) {
        this.uses = uses;
        this.edition = edition;
    }

    /** A statement of the session is planned under this one. */
    public void isUnder(long planned) {
        edition = planned;
    }

    /** A question is sent; the {@link Question#end} of what this returns must follow. */
    public Question begin() {
        uses.begin(edition);
        return new Question(edition);
    }

    /** One that is under way. */
    public final class Question {
        private final long begun;
        private boolean over;

        private Question(long begun) {
            this.begun = begun;
        }

        /** Only the first call counts: whoever goes on behind an answer may fail, and the connection is lost to it then, too. */
        public void end() {
            if (!over) {
                over = true;
                uses.end(begun);
            }
        }
    }
}
