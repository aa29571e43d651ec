package io.pinion.integration.reading;

import java.util.List;

/**
 * How one side reads a text: the tokens of its statements in {@link NormalForm}.
 *
 * @param statements those whose tokens are known, from the first on
 * @param whole whether nothing follows them: a server says nothing of what it could not parse, nor of what stands behind a
 *     statement that failed, and Pinion nothing of what stands behind a problem
 * @param reason why it ends there, empty for a reading that is whole
 */
record ReadTokens(List<List<String>> statements, boolean whole, String reason) {
    /** Stands for a statement of which nothing is known but that it is one. */
    static final List<String> ANY = List.of("…");

    ReadTokens {
        statements = List.copyOf(statements);
    }

    /** Whether Pinion, reading a text so, takes it for something else than a server that reads it like {@code server}. */
    boolean differsFrom(ReadTokens server, String charset) {
        int both = Math.min(statements.size(), server.statements.size());
        for (int statement = 0; statement < both; statement++) {
            List<String> byServer = server.statements.get(statement);
            boolean known = !byServer.equals(ANY) && !statements.get(statement).equals(ANY);
            if (known && !NormalForm.isSame(statements.get(statement), byServer, charset)) {
                return true;
            }
        }
        return (statements.size() < server.statements.size() && whole)
                || (statements.size() > server.statements.size() && server.whole);
    }

    @Override
    public String toString() {
        StringBuilder shown = new StringBuilder();
        for (List<String> statement : statements) {
            shown.append(shown.isEmpty() ? "" : "  ;  ").append(String.join(" · ", statement));
        }
        return shown + (whole ? "" : "  … " + reason);
    }
}
