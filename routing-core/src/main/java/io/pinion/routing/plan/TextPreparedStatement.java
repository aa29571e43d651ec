package io.pinion.routing.plan;

import java.util.List;

/**
 * PREPARE, EXECUTE and DEALLOCATE of a text that Pinion keeps under its name, since only the values of an EXECUTE
 * decide its shards, or since servers don't get it unchanged. A server keeps every other text.
 */
public sealed interface TextPreparedStatement {
    /** The source of the text. */
    sealed interface Source {
        /** @param sql in the client's character set; must not be changed */
        record Written(byte[] sql) implements Source {}

        /** @param name of a user variable, without its {@code @} */
        record Variable(String name) implements Source {}
    }

    /** {@code PREPARE name FROM …}. */
    record Prepare(String name, Source source) implements TextPreparedStatement {}

    /** {@code PREPARE name FROM …} of a text that can't be prepared: the session has no text of that name then. */
    record Unprepared(String name, RoutePlan.Refused reason) implements TextPreparedStatement {}

    /**
     * {@code EXECUTE name USING @a, @b}.
     *
     * @param variables names without their {@code @}
     */
    record Execute(String name, List<String> variables) implements TextPreparedStatement {
        public Execute {
            variables = List.copyOf(variables);
        }
    }

    /** MariaDB's {@code EXECUTE IMMEDIATE … USING @a, @b}: both in one. */
    record Immediate(Source source, List<String> variables) implements TextPreparedStatement {
        public Immediate {
            variables = List.copyOf(variables);
        }
    }

    /** {@code DEALLOCATE PREPARE name}, {@code DROP PREPARE name}. */
    record Deallocate(String name) implements TextPreparedStatement {}
}
