package io.pinion.operations.transfer;

import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Table;
import java.util.Optional;

/**
 * A table of the database, and what becomes of its rows.
 *
 * @param key the column whose hash places a row; empty where rows aren't hashed
 * @param sequence the column that gets its numbers from a sequence of the keyspace
 */
public record TableRole(String name, Rows rows, String key, Optional<String> sequence) {
    /** Where the rows of a table go. */
    public enum Rows {
        /** Each to the shard of its key. */
        HASHED,
        /** All of them to every shard. */
        REFERENCE,
        /** They stay behind. */
        SKIPPED
    }

    static TableRole hashed(String name, String key, Optional<String> sequence) {
        return new TableRole(name, Rows.HASHED, key, sequence);
    }

    static TableRole reference(String name, Optional<String> sequence) {
        return new TableRole(name, Rows.REFERENCE, "", sequence);
    }

    static TableRole skipped(String name) {
        return new TableRole(name, Rows.SKIPPED, "", Optional.empty());
    }

    boolean isCopied() {
        return rows != Rows.SKIPPED;
    }

    /** The topology's entry; empty for a table that stays behind. */
    Optional<Table> entry() {
        return declaration().map(declaration -> declaration.table(name, 0));
    }

    Optional<Declaration> declaration() {
        return switch (rows) {
            case HASHED -> Optional.of(new Declaration.HashedRows(key, sequence));
            case REFERENCE -> Optional.of(new Declaration.ReferenceRows(sequence));
            case SKIPPED -> Optional.empty();
        };
    }

    /** For people: {@code users: hashed key=id sequence=id}. */
    @Override
    public String toString() {
        return name + ": " + declaration().map(Declaration::words).orElse("skipped");
    }
}
