package io.pinion.routing.plan;

import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.TokenType;
import io.pinion.routing.text.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * What only users with the admin right may do on servers. The account that Pinion uses there may do more than its users,
 * and a server can't tell them apart.
 */
enum Privilege {
    CREATE_USER("CREATE USER"),
    SUPER("SUPER"),
    RELOAD("RELOAD"),
    FILE("FILE");

    private final String words;

    Privilege(String words) {
        this.words = words;
    }

    /** The privilege that a statement asks for on a server; null for most. */
    static @Nullable Privilege needed(Statement statement, Tokens tokens) {
        return switch (statement.kind()) {
            case ACCOUNT -> CREATE_USER;
            case SERVER -> SUPER;
            case FLUSH -> RELOAD;
            case LOAD_DATA -> hasWord(tokens, "LOCAL", 4) ? null : FILE;
            case SELECT, TABLE, INSERT, REPLACE, UPDATE, DELETE, DO, CALL ->
                hasWord(tokens, "OUTFILE", tokens.count())
                                || hasWord(tokens, "DUMPFILE", tokens.count())
                                || hasWord(tokens, "LOAD_FILE", tokens.count())
                        ? FILE
                        : null;
            default -> null;
        };
    }

    /** Whether a statement of this kind changes something in the database that it names. */
    static boolean changes(StatementKind kind) {
        return kind.changesRows()
                || kind.isDefinition()
                || kind == StatementKind.LOCK_TABLES
                || kind == StatementKind.COMPOUND;
    }

    /** The system's own database: who may write it may do anything. */
    static boolean isSystem(String database) {
        return database.equalsIgnoreCase("mysql") || database.equalsIgnoreCase("sys");
    }

    RoutePlan.Refused refusal() {
        return Refusals.privilegeNeeded(words);
    }

    private static boolean hasWord(Tokens tokens, String word, int within) {
        for (int token = 0; token < Math.min(within, tokens.count()); token++) {
            if (tokens.type(token) == TokenType.WORD && tokens.isWord(token, word)) {
                return true;
            }
        }
        return false;
    }
}
