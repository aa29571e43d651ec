package io.pinion.operations.transfer;

import io.pinion.operations.transfer.form.ArisingMapping;
import io.pinion.operations.transfer.form.NewNumbers;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A table of the database, and what becomes of its rows.
 *
 * @param key the column whose hash places a row; empty where rows aren't hashed
 * @param sequence the column that gets its numbers from a sequence of the keyspace
 * @param object what the rows are as objects; empty of other rows
 * @param ids the tables of the objects whose old integers become global ids, by column
 * @param arising how its rows arise from those of another table, whose columns the others are; empty of a table that
 *     the database has
 */
public record TableRole(
        String name,
        Rows rows,
        String key,
        Optional<String> sequence,
        Optional<ObjectRole> object,
        Map<String, String> ids,
        Optional<ArisingMapping> arising) {
    /** All rows of a table that is on one shard. */
    static final ShardId ONE_SHARD = new ShardId(0);

    /** Where the rows of a table go. */
    public enum Rows {
        /** Each to the shard of its key. */
        HASHED,
        /** The same, as an object with a global id. */
        OBJECTS,
        /** Each to the shard of the object that it begins at. */
        MAPPINGS,
        /** All of them to one shard. */
        SINGLE,
        /** All of them to every shard. */
        REFERENCE,
        /** They stay behind. */
        SKIPPED
    }

    /**
     * Rows that become objects.
     *
     * @param type in their ids
     * @param key the integer that becomes the local id
     * @param numbers the local ids of new objects
     * @param hashed those of the others, unless other objects place them
     */
    public record ObjectRole(int type, String key, NewNumbers numbers, Optional<HashedNumbers> hashed) {}

    public TableRole {
        ids = Map.copyOf(ids);
    }

    static TableRole hashed(String name, String key, Optional<String> sequence) {
        return new TableRole(name, Rows.HASHED, key, sequence, Optional.empty(), Map.of(), Optional.empty());
    }

    static TableRole objects(String name, String by, ObjectRole object, Map<String, String> ids) {
        return new TableRole(name, Rows.OBJECTS, by, Optional.empty(), Optional.of(object), ids, Optional.empty());
    }

    static TableRole mappings(String name, String from, Optional<String> sequence, Map<String, String> ids) {
        return new TableRole(name, Rows.MAPPINGS, from, sequence, Optional.empty(), ids, Optional.empty());
    }

    static TableRole arising(String name, String from, Map<String, String> ids, ArisingMapping arising) {
        return new TableRole(name, Rows.MAPPINGS, from, Optional.empty(), Optional.empty(), ids, Optional.of(arising));
    }

    static TableRole single(String name, Map<String, String> ids) {
        return new TableRole(name, Rows.SINGLE, "", Optional.empty(), Optional.empty(), ids, Optional.empty());
    }

    static TableRole reference(String name, Optional<String> sequence, Map<String, String> ids) {
        return new TableRole(name, Rows.REFERENCE, "", sequence, Optional.empty(), ids, Optional.empty());
    }

    static TableRole skipped(String name) {
        return new TableRole(name, Rows.SKIPPED, "", Optional.empty(), Optional.empty(), Map.of(), Optional.empty());
    }

    /** The table of the database that its rows come from. */
    String source() {
        return arising.map(ArisingMapping::of).orElse(name);
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
            case OBJECTS ->
                object.map(found -> new Declaration.ObjectRows(
                        OptionalInt.of(found.type()), Optional.of(key).filter(ids::containsKey), found.hashed()));
            case MAPPINGS -> Optional.of(new Declaration.MappingRows(onShards(key), idColumns(), sequence));
            case SINGLE -> Optional.of(new Declaration.SingleRows(ONE_SHARD));
            case REFERENCE -> Optional.of(new Declaration.ReferenceRows(sequence));
            case SKIPPED -> Optional.empty();
        };
    }

    private Set<String> idColumns() {
        Set<String> columns = new LinkedHashSet<>(List.of(onShards(key)));
        ids.keySet().stream().map(this::onShards).sorted().forEach(columns::add);
        return columns;
    }

    /** What a column is called on the shards, where it isn't that of a key. */
    String onShards(String column) {
        return arising.map(mapping -> mapping.nameOf(column)).orElse(column);
    }

    /** For people: {@code users: hashed key=id sequence=id}. */
    @Override
    public String toString() {
        return name + ": " + declaration().map(Declaration::words).orElse("skipped");
    }
}
