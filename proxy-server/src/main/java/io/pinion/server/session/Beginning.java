package io.pinion.server.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a transaction began, which decides how it begins on each further pair that it needs. */
public sealed interface Beginning {

    /**
     * A statement of the client began it.
     *
     * @param statement such as {@code BEGIN} or {@code START TRANSACTION READ ONLY}; empty where {@code autocommit=0}
     *     began it
     * @param characteristics of an earlier {@code SET TRANSACTION}
     */
    record Said(String statement, NextTransaction characteristics) implements Beginning {
        /** The transaction reads rows as of its begin; no second pair can read as of the same moment. */
        public boolean takesSnapshot() {
            return statement.toUpperCase(Locale.ROOT).contains("SNAPSHOT");
        }

        /** The statements that begin the transaction on another pair. */
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
                    // XA START has no access mode, but obeys an earlier SET TRANSACTION.
                    NextTransaction said = stated();
                    if (!said.isUnsaid()) {
                        statements.add(said.statement());
                    }
                    statements.add(xa.start());
                }
            }
            return statements;
        }

        /** AND CHAIN: the next one has the isolation level and the access mode of this one, but takes no snapshot. */
        Said chained() {
            return new Said(
                    access().map(mode -> "START TRANSACTION " + mode).orElse(OwnTransactionWords.BEGIN),
                    characteristics);
        }

        /**
         * The same transaction, whose session has other characteristics from now on.
         *
         * @param before the session's until now; empty where they stay
         */
        Said keeping(NextTransaction before) {
            NextTransaction stated = stated();
            return new Said(
                    statement,
                    new NextTransaction(
                            stated.isolation().isEmpty() ? before.isolation() : characteristics.isolation(),
                            stated.access().isEmpty() ? before.access() : characteristics.access()));
        }

        private NextTransaction stated() {
            return access().map(characteristics::with).orElse(characteristics);
        }

        private Optional<String> access() {
            String upper = statement.toUpperCase(Locale.ROOT);
            return upper.contains("READ WRITE")
                    ? Optional.of("READ WRITE")
                    : upper.contains("READ ONLY") ? Optional.of("READ ONLY") : Optional.empty();
        }
    }

    /** A statement whose effect only the server saw began it: a procedure, the client's own XA START. */
    record Unseen() implements Beginning {}
}
