package io.pinion.operations.server.finding;

import java.util.List;

/** What ends a fault of a server. */
public sealed interface Cure {
    /** For a person to paste, or to do. */
    String text();

    /** Whether {@code REPAIR SERVERS} does it. */
    default boolean isSafe() {
        return false;
    }

    /**
     * Statements for the server that change no answer which a client gets there.
     *
     * @param configuration what its configuration must say beside, to outlive a restart; empty for nothing
     */
    record Safe(List<String> statements, String configuration) implements Cure {
        public Safe {
            statements = List.copyOf(statements);
        }

        @Override
        public String text() {
            return pasted(statements, configuration);
        }

        @Override
        public boolean isSafe() {
            return true;
        }
    }

    /**
     * Rights of one of Pinion's accounts, which the operator's account grants on this server alone.
     *
     * @param pasted the same for people, with what keeps it on this server
     */
    record Grants(List<String> statements, List<String> pasted) implements Cure {
        public Grants {
            statements = List.copyOf(statements);
            pasted = List.copyOf(pasted);
        }

        @Override
        public String text() {
            return Cure.pasted(pasted, "");
        }

        @Override
        public boolean isSafe() {
            return true;
        }
    }

    /** Statements for a person to decide on, since clients may notice them or only an administrator may say them. */
    record Statements(List<String> statements, String configuration) implements Cure {
        public Statements {
            statements = List.copyOf(statements);
        }

        public Statements(String statement) {
            this(List.of(statement), "");
        }

        @Override
        public String text() {
            return pasted(statements, configuration);
        }
    }

    /**
     * An admin statement for a proxy.
     *
     * @param words behind it, such as when it is to be said; empty for nothing
     */
    record Admin(String statement, String words) implements Cure {
        public Admin(String statement) {
            this(statement, "");
        }

        @Override
        public String text() {
            return worded(statement, words);
        }
    }

    /**
     * {@code REPLACE STANDBY}: an operation on the pair may have to end before.
     *
     * @param words as in {@link Admin}
     */
    record Replacement(String statement, String words) implements Cure {
        /** What {@code 'host:port'} is the address of, behind a statement that gives a pair a standby. */
        public static final String OF_EMPTY_SERVER = "of an empty server, with USING 'user' IDENTIFIED BY 'password'"
                + " behind it (in a shell: using user identified by -) while that has no accounts of Pinion's";

        @Override
        public String text() {
            return worded(statement, words);
        }
    }

    /** What no statement does. */
    record Words(String text) implements Cure {}

    private static String worded(String statement, String words) {
        return words.isEmpty() ? statement : statement + ", " + words;
    }

    /** In one line; a comment says what belongs into the configuration. */
    private static String pasted(List<String> statements, String configuration) {
        String lines = String.join("; ", statements) + ";";
        return configuration.isEmpty() ? lines : lines + " -- and in its configuration: " + configuration;
    }
}
