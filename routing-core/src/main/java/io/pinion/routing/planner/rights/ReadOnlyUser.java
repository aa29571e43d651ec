package io.pinion.routing.planner.rights;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.session.SessionStatements;
import io.pinion.routing.text.AdminOpening;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The statements that a read-only user may run. The account on the servers may SELECT and no more; this class gives
 * better errors, and keeps the session's transactions read only, without which a view's function could write and rows
 * could be locked. A statement is refused unless it is known to read only, and so is every call of a stored routine,
 * which may do anything.
 */
public final class ReadOnlyUser {
    /** Without quotes or a database before it, no name can be one of these; the last two are also functions. */
    private static final Set<String> CHANGING = Set.of("UPDATE", "DELETE", "INSERT", "REPLACE");

    /** The other levels: under SERIALIZABLE, a SELECT locks the rows it reads, even in a read-only transaction. */
    private static final Set<String> LOCKLESS = Set.of("READ-UNCOMMITTED", "READ-COMMITTED", "REPEATABLE-READ");

    private ReadOnlyUser() {}

    /** The check before planning. */
    public static boolean mayRun(Statement statement, AdminOpenings adminOpenings) {
        if (statement.mentions(Mention.INTO_FILE)
                || statement.mentions(Mention.SEQUENCE)
                || statement.mentions(Mention.FOR_SHARE)
                || statement.mentions(Mention.FOR_UPDATE)
                || changesAccess(statement)) {
            return false;
        }
        return switch (statement.kind()) {
            case SELECT -> !statement.mentions(Mention.COMMON_TABLE_EXPRESSION) || changesNothing(statement);
            case SET, DO -> !FunctionCalls.any(Tokens.of(statement));
            case SET_STATEMENT ->
                (isForQuery(Tokens.of(statement)) && changesNothing(statement))
                        || changesNothing(statement, adminOpenings);
            // MariaDB's ANALYZE runs the statement that it explains.
            case EXPLAIN -> changesNothing(statement);
            case LOCK_TABLES -> !hasWord(Tokens.of(statement), "WRITE");
            // MariaDB takes expressions behind USING; the text inside is checked when it is prepared.
            case SHOW, HANDLER, DIAGNOSTICS, EXECUTE -> FunctionCalls.serversOwnAlone(Tokens.of(statement));
            case TABLE, VALUES, USE, DESCRIBE, EXPLAIN_ROUTE, HELP, PREPARE, DEALLOCATE -> true;
            case BEGIN, COMMIT, ROLLBACK, SAVEPOINT, UNLOCK_TABLES, FLUSH, KILL, EMPTY -> true;
            default -> changesNothing(statement, adminOpenings);
        };
    }

    /**
     * Transactions that may write or lock: READ WRITE, SERIALIZABLE, or a variable for them; a repeated READ ONLY is
     * harmless.
     */
    private static boolean changesAccess(Statement statement) {
        boolean mayChange =
                switch (statement.kind()) {
                    case BEGIN, SET, SET_STATEMENT -> true;
                    default -> false;
                };
        if (!mayChange) {
            return false;
        }
        Tokens tokens = Tokens.of(statement);
        return tokens.has(token -> {
            String text = tokens.text(token).toLowerCase(Locale.ROOT);
            boolean writes = tokens.isWord(token, "READ") && tokens.isWord(token + 1, "WRITE");
            boolean locks = tokens.isWord(token, "SERIALIZABLE") || setsIsolation(tokens, token, text);
            return writes || locks || text.contains("tx_read_only") || text.contains("transaction_read_only");
        });
    }

    /** Any value that may mean SERIALIZABLE; each level has a number, too. */
    private static boolean setsIsolation(Tokens tokens, int token, String text) {
        boolean assigned = (text.contains("tx_isolation") || text.contains("transaction_isolation"))
                && (tokens.isSymbol(token + 1, "=") || tokens.isSymbol(token + 1, ":="));
        if (!assigned) {
            return false;
        }
        String value = tokens.text(token + 2).toUpperCase(Locale.ROOT);
        boolean quoted = value.length() > 2 && "'\"".indexOf(value.charAt(0)) >= 0;
        boolean alone = token + 3 >= tokens.count()
                || tokens.isSymbol(token + 3, ",")
                || tokens.isSymbol(token + 3, ";")
                || tokens.isWord(token + 3, "FOR");
        return !alone || !quoted || !LOCKLESS.contains(value.substring(1, value.length() - 1));
    }

    /** The check after planning, which knows the calls of stored routines and the admin statements of all kinds. */
    public static boolean mayRun(Statement statement, RoutePlan plan, AdminOpenings adminOpenings) {
        if (statement.kind() == StatementKind.EXECUTE && !(plan instanceof RoutePlan.Admin)) {
            return true;
        }
        return switch (plan) {
            case RoutePlan.OnServer one -> !one.effects().callsStored();
            case RoutePlan.FanOut fanOut -> !fanOut.effects().callsStored();
            case RoutePlan.Gather gather -> !gather.effects().callsStored();
            case RoutePlan.ChangeSession change -> true;
            case RoutePlan.Local local -> true;
            case RoutePlan.Admin admin -> !changes(statement, adminOpenings);
            case RoutePlan.Refused refused -> true;
            case RoutePlan.Split split -> true;
            // The text is planned again at its execution.
            case RoutePlan.Named named -> true;
            case RoutePlan writes -> false;
        };
    }

    /** SHOW, EXPLAIN and HELP show, and KILL ends what is the user's own. */
    private static boolean changes(Statement statement, AdminOpenings adminOpenings) {
        return switch (statement.kind()) {
            case SHOW, DESCRIBE, EXPLAIN_ROUTE, HELP, KILL -> false;
            default ->
                adminOpenings
                        .find(statement)
                        .filter(opening -> !opening.changesNothing())
                        .isPresent();
        };
    }

    private static boolean changesNothing(Statement statement, AdminOpenings adminOpenings) {
        return adminOpenings
                .find(statement)
                .filter(AdminOpening::changesNothing)
                .isPresent();
    }

    private static boolean changesNothing(Statement statement) {
        Tokens tokens = Tokens.of(statement);
        return !tokens.has(token -> {
            boolean changing = tokens.isOneOf(token, CHANGING) && !tokens.isSymbol(token - 1, ".");
            boolean function = tokens.isSymbol(token + 1, "(") && tokens.isOneOf(token, "INSERT", "REPLACE");
            return changing && !function;
        });
    }

    /** {@code SET STATEMENT max_statement_time = 1 FOR SELECT …}. */
    private static boolean isForQuery(Tokens tokens) {
        OptionalInt inner = SessionStatements.statementBehindSet(tokens);
        return inner.isPresent() && tokens.isOneOf(inner.getAsInt(), "SELECT", "WITH");
    }

    private static boolean hasWord(Tokens tokens, String word) {
        return tokens.has(token -> tokens.isWord(token, word));
    }
}
