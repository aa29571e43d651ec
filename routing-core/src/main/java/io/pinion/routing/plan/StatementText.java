package io.pinion.routing.plan;

import java.nio.charset.StandardCharsets;

/** The bytes to send for a statement. */
public sealed interface StatementText {

    /** The client's packet, unchanged: execution relays the bytes it already holds. */
    record Original() implements StatementText {}

    /** The original bytes with token ranges replaced, complete and in the client's character set. */
    record Edited(byte[] sql) implements StatementText {
        /** For explanations and tests; never sent. */
        @Override
        public String toString() {
            return new String(sql, StandardCharsets.UTF_8);
        }
    }
}
