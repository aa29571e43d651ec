package io.pinion.routing.definition;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.ShardId;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A change of the tables of a sharded keyspace: the same on every open shard, or on the one shard of a table that lives
 * on one.
 *
 * @param statement as its client wrote it
 * @param tables the logical names of all that it changes, each once, at least one
 * @param declarations the topology's entries for these tables after the change, in this order
 * @param only the shard of a table that lives on one; empty for all open shards
 * @param ifNotExists a shard that has the table already is no failure
 * @param warnings for the client, though the change is possible
 */
public record SchemaChange(
        String keyspace,
        DatabasePattern databases,
        Action action,
        String statement,
        List<String> tables,
        List<DeclarationChange> declarations,
        Optional<ShardId> only,
        boolean ifNotExists,
        ShardedText text,
        List<String> warnings) {
    private static final Pattern IF_EXISTS = Pattern.compile("(?i)\\bIF\\s++EXISTS\\b");

    public SchemaChange {
        tables = List.copyOf(tables);
        declarations = List.copyOf(declarations);
        warnings = List.copyOf(warnings);
    }

    /** The same, whose text ends with a clause that its client hasn't written. */
    public SchemaChange followedBy(String clause) {
        return new SchemaChange(
                keyspace,
                databases,
                action,
                statement,
                tables,
                declarations,
                only,
                ifNotExists,
                text.followedBy(clause),
                warnings);
    }

    /** The tables without which a shard would be left behind by the others. */
    public List<String> requiredTables() {
        return switch (action) {
            case ALTER, TRUNCATE -> IF_EXISTS.matcher(statement).find() ? List.of() : tables;
            case CREATE, DROP, RENAME, MAINTAIN -> List.of();
        };
    }

    /** The kind of change, which decides how to tell whether a shard has been changed already. */
    public enum Action {
        CREATE,
        /** {@code ALTER TABLE}, {@code CREATE INDEX} and {@code DROP INDEX}. */
        ALTER,
        DROP,
        RENAME,
        /** An emptied table looks like one that is empty anyway. */
        TRUNCATE,
        /**
         * {@code ANALYZE}, {@code OPTIMIZE}, {@code CHECK} and {@code REPAIR}: harmless to repeat, and answered with
         * rows.
         */
        MAINTAIN;

        /** Whether tables look different behind it. */
        public boolean changesDefinitions() {
            return switch (this) {
                case CREATE, ALTER, DROP, RENAME -> true;
                case TRUNCATE, MAINTAIN -> false;
            };
        }
    }

    /** The change of a table's entry in the topology. */
    public sealed interface DeclarationChange {
        record Declare(String table, Declaration as) implements DeclarationChange {}

        record Forget(String table) implements DeclarationChange {}

        record Move(String from, String to) implements DeclarationChange {}

        default String words() {
            return switch (this) {
                case Declare(String table, Declaration as) -> "declare " + table + " as " + as.words();
                case Forget(String table) -> "forget " + table;
                case Move(String from, String to) -> "declare " + to + " as " + from + " was";
            };
        }
    }
}
