package io.pinion.integration.soak;

import java.util.function.Consumer;

/** What a client does next. */
sealed interface ClientStep {
    /**
     * Sends a statement and waits for its answer.
     *
     * @param check throws an {@link AssertionError} when the answer is not the one to this statement
     */
    record Ask(String sql, Consumer<Answer> check) implements ClientStep {}

    /** Stays connected and silent. */
    record Stay() implements ClientStep {}

    /** Says goodbye; the crowd replaces it by a new client. */
    record Leave() implements ClientStep {}

    /** Asks and closes the socket without reading: a client that crashed. The crowd replaces it by a new one. */
    record AskAndVanish(String sql) implements ClientStep {}
}
