package io.pinion.routing.session;

import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.text.Tokens;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the statements that change the session. */
public final class SessionStatements {
    private SessionStatements() {}

    /**
     * The change that the statement makes.
     *
     * @param charset the MySQL name of the client's character set
     * @param readsPrevious the statement may read the diagnostics of the one before
     * @return empty for every other statement, and for one that isn't well-formed: the server's error is the right
     *     answer to it
     */
    public static Optional<SessionChange> read(Tokens tokens, String charset, boolean readsPrevious) {
        TokenCursor cursor = new TokenCursor(tokens, charset);
        return switch (tokens.statement().kind()) {
            case USE -> use(cursor);
            case SET -> new SetReader(cursor, readsPrevious).read();
            case BEGIN -> TransactionReader.begin(cursor);
            case COMMIT -> TransactionReader.commit(cursor);
            case ROLLBACK -> TransactionReader.rollback(cursor);
            case SAVEPOINT -> TransactionReader.savepoint(cursor);
            default -> Optional.empty();
        };
    }

    /**
     * The first token of the statement behind {@code SET STATEMENT … FOR}; empty when there is none. The settings hold
     * for that one statement, so the session doesn't change and the inner statement decides the routing. Values may have
     * a FOR, too: in parentheses, as in {@code SUBSTRING(a FROM 1 FOR 2)}, and in {@code NEXT VALUE FOR s}.
     */
    public static OptionalInt statementBehindSet(Tokens tokens) {
        if (!tokens.isWord(0, "SET") || !tokens.isWord(1, "STATEMENT")) {
            return OptionalInt.empty();
        }
        int behind = 1 + tokens.outermost(token -> tokens.isWord(token, "FOR") && !tokens.isWord(token - 1, "VALUE"));
        return behind == 0 || behind == tokens.count() ? OptionalInt.empty() : OptionalInt.of(behind);
    }

    /** The name may be {@code keyspace:shard}, with or without quotes. */
    private static Optional<SessionChange> use(TokenCursor cursor) {
        cursor.skip();
        int name = cursor.place();
        Optional<String> database = cursor.name();
        if (database.isEmpty() || cursor.atEnd()) {
            return database.map(SessionChange.Use::new);
        }
        cursor.returnTo(name);
        String whole = cursor.rest();
        return whole.matches("\\w+:\\w+") ? Optional.of(new SessionChange.Use(whole)) : Optional.empty();
    }
}
