package io.pinion.routing.planner.schema;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The object of a database that a statement creates, alters or drops, other than a table or view: a routine, a trigger,
 * an event or a sequence of MariaDB.
 *
 * @param plural the name of its kind
 * @param schema the token of the database that is written for it; -1 when none is
 */
public record StoredObject(String plural, int schema) {
    private static final Map<String, String> PLURALS = Map.of(
            "PROCEDURE", "procedures",
            "FUNCTION", "functions",
            "TRIGGER", "triggers",
            "EVENT", "events",
            "PACKAGE", "packages",
            "SEQUENCE", "sequences of servers");

    /** The prefix of the names of the triggers that fence moving shards on MariaDB. */
    private static final String FENCE = "pinion_fence_";

    /** Whether a statement names one of Pinion's own objects, which keep clients out of moving shards. */
    public static boolean isPinions(Tokens tokens, String charset) {
        return tokens.has(
                1,
                tokens.count(),
                token -> tokens.isName(token)
                        && tokens.name(token, charset).toLowerCase(Locale.ROOT).startsWith(FENCE));
    }

    /** Null for any other statement. */
    public static @Nullable StoredObject of(Tokens tokens) {
        StatementKind kind = tokens.statement().kind();
        if ((kind != StatementKind.ROUTINE && kind != StatementKind.OTHER_DEFINITION) || isLoadable(tokens)) {
            return null;
        }
        for (int token = 1; token < tokens.count() && !beginsList(tokens, token); token++) {
            String plural = PLURALS.get(tokens.text(token).toUpperCase(Locale.ROOT));
            if (plural != null && !tokens.isSymbol(token - 1, "=")) {
                int schema = schema(tokens, name(tokens, token + 1));
                boolean byTable = schema < 0 && tokens.isWord(token, "TRIGGER");
                return new StoredObject(plural, byTable ? schemaOfTable(tokens, token + 1) : schema);
            }
        }
        return null;
    }

    /** The definer may be {@code CURRENT_USER()}, or a user with the name of an object. */
    private static boolean beginsList(Tokens tokens, int token) {
        return tokens.isSymbol(token, "(") && !tokens.isSymbol(token + 1, ")");
    }

    /** {@code CREATE FUNCTION … SONAME '…'}: a function of the server, in no database. */
    private static boolean isLoadable(Tokens tokens) {
        return tokens.isWord(tokens.count() - 2, "SONAME");
    }

    private static int name(Tokens tokens, int from) {
        int token = from;
        while (tokens.isOneOf(token, "BODY", "IF", "NOT", "EXISTS")) {
            token++;
        }
        return token;
    }

    /** A trigger is in the database of its table. */
    private static int schemaOfTable(Tokens tokens, int from) {
        for (int token = from; token < tokens.count() && !tokens.isWord(token, "FOR"); token++) {
            if (tokens.isWord(token, "ON")) {
                return schema(tokens, token + 1);
            }
        }
        return -1;
    }

    private static int schema(Tokens tokens, int name) {
        return tokens.isName(name) && tokens.isSymbol(name + 1, ".") ? name : -1;
    }

    /** The sharded keyspace that is written for it, or that is current; null for another database. */
    public Keyspace.@Nullable Sharded keyspace(
            Catalog catalog, Tokens tokens, String charset, Keyspace.@Nullable Sharded current) {
        if (schema < 0) {
            return current;
        }
        return catalog.keyspace(tokens.name(schema, charset)) instanceof Keyspace.Sharded keyspace ? keyspace : null;
    }

    public String refusal(Keyspace.Sharded keyspace) {
        ShardId first = keyspace.ranges().firstShard();
        String example = first == null ? "" : " (USE " + keyspace.databases().databaseOf(first) + ")";
        return keyspace.name() + " is a sharded keyspace, and these have no " + plural
                + ": say where it is, or is to be: in a shard's database by its physical name" + example
                + ", or in a single keyspace";
    }
}
