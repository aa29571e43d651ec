package io.pinion.operations.engine;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs statements as a client's are run: planned, and with the rights of a user. */
@FunctionalInterface
public interface UserStatements {
    /**
     * Runs statements in a session of their own until one fails; at the end the session is over, with its transaction.
     * Blocks.
     *
     * @param user of Pinion
     * @return the answer to the last one that ran
     */
    Answer run(String user, List<String> statements, Duration deadline) throws InterruptedException;

    /** What a statement has come to. */
    sealed interface Answer {
        /**
         * The rows of a query.
         *
         * @param rows the cells of each, null for NULL
         * @param warnings how many the servers have given
         */
        record Rows(List<List<@Nullable String>> rows, int warnings) implements Answer {}

        /** @param rows that matched */
        record Changed(long rows) implements Answer {}

        /**
         * An error for which the statement itself is the reason; nothing has changed.
         *
         * @param code of MySQL
         */
        record Refused(int code, String message) implements Answer {}

        /** A server is away, held or full: the same may succeed later. */
        record Away(String why) implements Answer {}

        /** It takes too long, or has too many rows; whether it has changed anything isn't known. */
        record Unknown(String why) implements Answer {}
    }
}
