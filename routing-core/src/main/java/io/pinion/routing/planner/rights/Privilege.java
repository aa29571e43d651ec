package io.pinion.routing.planner.rights;

import io.pinion.routing.definition.TablePlaces;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Actions on servers that only users with the admin right may do. The account that Pinion uses there may do more than
 * its users, and a server can't tell them apart.
 */
public enum Privilege {
    CREATE_USER("CREATE USER"),
    SUPER("SUPER"),
    PROCESS("PROCESS"),
    FILE("FILE");

    private static final Set<String> OF_ACCOUNTS = Set.of("GRANT", "REVOKE");
    private static final Set<String> DEFINING = Set.of("CREATE", "ALTER", "DROP", "RENAME");
    private static final Set<String> OF_SERVERS =
            Set.of("GLOBAL", "PERSIST", "PERSIST_ONLY", "SHUTDOWN", "FLUSH", "KILL", "INSTALL", "UNINSTALL", "PURGE");

    /** Variables that decide whether a session's transactions may write or lock. */
    private static final Set<String> OF_TRANSACTIONS =
            Set.of("TX_READ_ONLY", "TRANSACTION_READ_ONLY", "TX_ISOLATION", "TRANSACTION_ISOLATION");

    /**
     * Variables of MariaDB that any account may set in its session, and that are its server's, or keep rows from its
     * standby: {@code sql_slave_skip_counter} leaves out what others have changed.
     */
    private static final Set<String> OF_REPLICATION =
            Set.of("SQL_SLAVE_SKIP_COUNTER", "DEFAULT_MASTER_CONNECTION", "MAX_RELAY_LOG_SIZE", "SKIP_REPLICATION");

    private final String words;

    Privilege(String words) {
        this.words = words;
    }

    /** The privilege that a statement needs; null for most. */
    public static @Nullable Privilege needed(Statement statement, Tokens tokens) {
        return switch (statement.kind()) {
            case ACCOUNT -> CREATE_USER;
            case SERVER -> SUPER;
            case LOAD_DATA ->
                tokens.has(0, Math.min(4, tokens.count()), token -> tokens.isWord(token, "LOCAL")) ? null : FILE;
            case ROUTINE, COMPOUND -> {
                Privilege ofBody = neededByBody(tokens);
                yield ofBody == null ? neededForFiles(tokens) : ofBody;
            }
            default -> neededForFiles(tokens);
        };
    }

    /** A query may stand in many kinds of statement: {@code CREATE VIEW v AS SELECT LOAD_FILE('…')}. */
    private static @Nullable Privilege neededForFiles(Tokens tokens) {
        if (tokens.statement().kind().isDefinition() && TablePlaces.namesDirectory(tokens)) {
            return FILE;
        }
        for (int token = 0; token < tokens.count(); token++) {
            boolean clause = tokens.isOneOf(token, "OUTFILE", "DUMPFILE");
            boolean function =
                    tokens.isName(token) && tokens.name(token, "ascii").equalsIgnoreCase("LOAD_FILE");
            if (clause || function) {
                return FILE;
            }
        }
        return null;
    }

    /**
     * Stored code runs with the rights of Pinion's account, so it may not hold statements that its user may not run.
     */
    private static @Nullable Privilege neededByBody(Tokens tokens) {
        Assigning assigning = new Assigning(tokens);
        boolean variables = false;
        for (int token = 1; token < tokens.count(); token++) {
            boolean set = assigning.begins(token);
            if (tokens.isWord(token, "SET") || tokens.isSymbol(token, ";")) {
                variables = set;
            }
            if (setsTransactions(tokens, token) || assigns(tokens, token, OF_REPLICATION)) {
                return SUPER;
            }
            if (tokens.type(token) == TokenType.SYSTEM_VARIABLE) {
                String variable = tokens.text(token).replace("`", "").toUpperCase(Locale.ROOT);
                if (variable.startsWith("@@GLOBAL")
                        || variable.startsWith("@@PERSIST")
                        || variable.endsWith("PROFILING")) {
                    return SUPER;
                }
            }
            if (tokens.isName(token) && tokens.name(token, "ascii").equalsIgnoreCase("PROFILING")) {
                return SUPER;
            }
            if (tokens.type(token) != TokenType.WORD) {
                continue;
            }
            String word = tokens.text(token).toUpperCase(Locale.ROOT);
            if (OF_ACCOUNTS.contains(word) || (word.equals("USER") && tokens.isOneOf(token - 1, DEFINING))) {
                return CREATE_USER;
            }
            if (word.equals("SHOW") && BodyShow.databases(tokens, token) == null) {
                return PROCESS;
            }
            boolean role = word.equals("ROLE") && tokens.isOneOf(token - 1, "SET", "DEFAULT");
            boolean branches = word.equals("XA") && tokens.isWord(token + 1, "RECOVER");
            boolean server = tokens.isOneOf(token, OF_SERVERS) && !tokens.isSymbol(token + 1, ".");
            if ((variables && assignsPassword(tokens, token)) || role || branches || server) {
                return SUPER;
            }
        }
        return null;
    }

    /** A view that calls such a function would let a read-only user write. */
    private static boolean setsTransactions(Tokens tokens, int token) {
        if (tokens.isWord(token, "TRANSACTION")) {
            boolean scoped = tokens.isOneOf(token - 1, "SESSION", "LOCAL", "GLOBAL");
            return tokens.isWord(scoped ? token - 2 : token - 1, "SET");
        }
        return assigns(tokens, token, OF_TRANSACTIONS);
    }

    private static boolean assigns(Tokens tokens, int token, Set<String> variables) {
        boolean assigned = tokens.isSymbol(token + 1, "=") || tokens.isSymbol(token + 1, ":=");
        if (!assigned) {
            return false;
        }
        String name = tokens.text(token).replace("`", "").replace("\"", "").toUpperCase(Locale.ROOT);
        name = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('@')) + 1);
        return variables.contains(name);
    }

    /** Whether a session can't have the variable for itself. */
    public static boolean isOfReplication(String variable) {
        return OF_REPLICATION.contains(variable.toUpperCase(Locale.ROOT));
    }

    /** {@code SET PASSWORD}, also behind other assignments. */
    private static boolean assignsPassword(Tokens tokens, int token) {
        return tokens.isWord(token, "PASSWORD")
                && (tokens.isSymbol(token + 1, "=")
                        || tokens.isSymbol(token + 1, ":=")
                        || tokens.isOneOf(token + 1, "FOR", "TO"));
    }

    /** Whether a statement of this kind changes something in the database that it names. */
    public static boolean changes(StatementKind kind) {
        return kind.changesRows()
                || kind.isDefinition()
                || kind == StatementKind.LOCK_TABLES
                || kind == StatementKind.COMPOUND;
    }

    /** The system's own database: a user who may write it may do anything. */
    static boolean isSystem(String database) {
        return database.equalsIgnoreCase("mysql") || database.equalsIgnoreCase("sys");
    }

    public RoutePlan.Refused refusal() {
        return Refusals.privilegeNeeded(words);
    }
}
