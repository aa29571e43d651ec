package io.pinion.routing.plan;

import io.pinion.routing.rewrite.Argument;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.Rewritten;
import io.pinion.routing.rewrite.Values;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The bytes to send for a statement. */
public sealed interface StatementText {

    /**
     * The client's packet, unchanged: execution relays the bytes it already holds. A prepared statement's text goes as
     * it was prepared, with the arguments as they came.
     */
    record Original() implements StatementText {}

    /**
     * The original bytes with token ranges replaced, complete and in the client's character set; without {@code ?}. A
     * prepared statement's arguments, if it has any, are not needed.
     */
    record Edited(byte[] sql) implements StatementText {
        /** For explanations and tests; never sent. */
        @Override
        public String toString() {
            return new String(sql, StandardCharsets.UTF_8);
        }
    }

    /**
     * Edited bytes in which {@code ?} remain, so that a server's handle of the text serves again.
     *
     * @param sql as in {@link Edited}
     * @param arguments of its {@code ?}, in their order
     */
    record Parameterized(byte[] sql, List<Argument> arguments) implements StatementText {
        public Parameterized {
            arguments = List.copyOf(arguments);
        }

        /** For explanations and tests; never sent. */
        @Override
        public String toString() {
            return new String(sql, StandardCharsets.UTF_8);
        }
    }

    /** @param original the text that the client sent */
    default byte[] bytes(byte[] original) {
        return switch (this) {
            case Original same -> original;
            case Edited(byte[] sql) -> sql;
            case Parameterized(byte[] sql, List<Argument> arguments) -> sql;
        };
    }

    /** A statement with edits applied. */
    static StatementText edited(Statement statement, List<Edit> edits, Values values) {
        if (statement.parameters() == Parameters.NONE) {
            return new Edited(Rewriter.rewrite(statement, edits, values));
        }
        return of(Rewriter.rewriteBound(statement, edits, values));
    }

    static StatementText of(Rewritten rewritten) {
        return rewritten.arguments().isEmpty()
                ? new Edited(rewritten.sql())
                : new Parameterized(rewritten.sql(), rewritten.arguments());
    }
}
