package io.pinion.routing.session;

import io.pinion.routing.plan.SessionChange;
import java.util.Optional;

/** Reads the statements that begin and end transactions. */
final class TransactionReader {
    private TransactionReader() {}

    static Optional<SessionChange> begin(TokenCursor cursor) {
        if (cursor.accept("BEGIN")) {
            cursor.accept("WORK");
            return whole(cursor, new SessionChange.Begin(true));
        }
        if (!cursor.acceptAll("START", "TRANSACTION")) {
            return Optional.empty();
        }
        if (cursor.atEnd()) {
            return Optional.of(new SessionChange.Begin(true));
        }
        do {
            boolean known = cursor.acceptAll("WITH", "CONSISTENT", "SNAPSHOT")
                    || cursor.acceptAll("READ", "ONLY")
                    || cursor.acceptAll("READ", "WRITE");
            if (!known) {
                return Optional.empty();
            }
        } while (cursor.acceptSymbol(","));
        return whole(cursor, new SessionChange.Begin(false));
    }

    static Optional<SessionChange> commit(TokenCursor cursor) {
        cursor.skip();
        return ending(cursor).map(SessionChange.Commit::new);
    }

    static Optional<SessionChange> rollback(TokenCursor cursor) {
        cursor.skip();
        return ending(cursor).map(SessionChange.Rollback::new);
    }

    static Optional<SessionChange> savepoint(TokenCursor cursor) {
        if (cursor.accept("ROLLBACK")) {
            cursor.accept("WORK");
            cursor.accept("TO");
            // SAVEPOINT alone is a name here: ROLLBACK TO savepoint.
            int word = cursor.place();
            if (cursor.accept("SAVEPOINT") && cursor.atEnd()) {
                cursor.returnTo(word);
            }
        } else {
            cursor.accept("RELEASE");
            cursor.accept("SAVEPOINT");
        }
        return cursor.name().isPresent() ? whole(cursor, new SessionChange.Savepoint()) : Optional.empty();
    }

    /** {@code [WORK] [AND [NO] CHAIN] [[NO] RELEASE]}. */
    private static Optional<SessionChange.Ending> ending(TokenCursor cursor) {
        cursor.accept("WORK");
        Optional<Boolean> chain = cursor.acceptAll("AND", "CHAIN")
                ? Optional.of(true)
                : cursor.acceptAll("AND", "NO", "CHAIN") ? Optional.of(false) : Optional.empty();
        Optional<Boolean> release = cursor.accept("RELEASE")
                ? Optional.of(true)
                : cursor.acceptAll("NO", "RELEASE") ? Optional.of(false) : Optional.empty();
        return cursor.atEnd() ? Optional.of(new SessionChange.Ending(chain, release)) : Optional.empty();
    }

    private static Optional<SessionChange> whole(TokenCursor cursor, SessionChange change) {
        return cursor.atEnd() ? Optional.of(change) : Optional.empty();
    }
}
