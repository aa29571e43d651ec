package io.pinion.server.execution;

/**
 * Counts what a session's connections are asked behind its statements as something that is under the last statement's
 * generation: who is about to end the connections, as a promotion is, waits for the answers. Not thread-safe; lives on the
 * session's event loop.
 */
public final class AskingUse {
    private final CatalogUses uses;
    private long generation;

    AskingUse(CatalogUses uses, long generation) {
        this.uses = uses;
        this.generation = generation;
    }

    /** A statement of the session is planned under this one. */
    public void isUnder(long planned) {
        generation = planned;
    }

    /** A question is sent; {@link #end} of what this returns must follow. */
    long begin() {
        uses.begin(generation);
        return generation;
    }

    void end(long begun) {
        uses.end(begun);
    }
}
