package io.pinion.server.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a transaction began, and so how it begins on a further pair that it needs. */
public sealed interface Beginning {

    /**
     * By the client's own word.
     *
     * @param statement such as {@code BEGIN} or {@code START TRANSACTION READ ONLY}; empty where {@code autocommit=0} did it
     * @param characteristics what {@code SET TRANSACTION} had said of it
     */
    record Said(String statement, NextTransaction characteristics) implements Beginning {
        /** It reads what was committed when it began, which no second pair can tell. */
        public boolean takesSnapshot() {
            return statement.toUpperCase(Locale.ROOT).contains("SNAPSHOT");
        }

        /** What begins it on another pair. */
        List<String> statements(Branch branch) {
            List<String> statements = new ArrayList<>();
            switch (branch) {
                case Branch.Plain plain -> {
                    if (!characteristics.isUnsaid()) {
                        statements.add(characteristics.statement());
                    }
                    statements.add(statement.isEmpty() ? OwnTransactionWords.BEGIN : statement);
                }
                case Branch.Xa xa -> {
                    // XA START has no words for it, but takes what was said of the next transaction.
                    NextTransaction said = access().map(characteristics::with).orElse(characteristics);
                    if (!said.isUnsaid()) {
                        statements.add(said.statement());
                    }
                    statements.add(xa.start());
                }
            }
            return statements;
        }

        private Optional<String> access() {
            String upper = statement.toUpperCase(Locale.ROOT);
            return upper.contains("READ WRITE")
                    ? Optional.of("READ WRITE")
                    : upper.contains("READ ONLY") ? Optional.of("READ ONLY") : Optional.empty();
        }
    }

    /** By something that only its server understood: a procedure, the client's own XA START. */
    record Unseen() implements Beginning {}
}
