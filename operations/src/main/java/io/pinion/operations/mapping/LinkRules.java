package io.pinion.operations.mapping;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.mapping.MappingTask.Repair;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the topology says of links: where their rows, those of the opposite direction and the objects at their ends must be.
 * Decides without I/O.
 */
final class LinkRules {
    private final MappingTask task;
    private final Keyspace.Id keyspace;
    private final LinkSource links;
    private final Optional<LinkSource> opposite;

    /** @throws OperationRefused of a task that the topology doesn't fit */
    LinkRules(MappingTask task, Topology topology) throws OperationRefused {
        this.task = task;
        if (!(topology.keyspaces().get(task.keyspace()) instanceof Keyspace.Id ids)) {
            throw new OperationRefused("there is no keyspace of ids " + task.keyspace() + " (SHOW KEYSPACES)");
        }
        this.keyspace = ids;
        this.links = LinkSource.named(task.table(), ids);
        this.opposite =
                task.opposite().isEmpty() ? Optional.empty() : Optional.of(LinkSource.named(task.opposite(), ids));
        if (task.opposite().equals(task.table())) {
            throw new OperationRefused("a mapping can't be its own opposite: name the one with the other direction");
        }
        if (!links.isMapping() && opposite.filter(source -> !source.isMapping()).isPresent()) {
            throw new OperationRefused("one of both must be a mapping table");
        }
        if (opposite.isPresent()) {
            requireOtherDirection(links, opposite.get());
            requireOtherDirection(opposite.get(), links);
        }
        requireRepairable();
    }

    private static void requireOtherDirection(LinkSource one, LinkSource other) throws OperationRefused {
        if (one instanceof LinkSource.Mapping mapping
                && other instanceof LinkSource.InObjects objects
                && objects.hasDirectionOf(mapping)) {
            throw new OperationRefused(mapping.name() + " is placed by " + mapping.from() + " and has its links in the"
                    + " direction of " + objects.name() + ": name the mapping that is placed by " + mapping.to());
        }
    }

    private void requireRepairable() throws OperationRefused {
        boolean writesObjects =
                switch (task.repair()) {
                    case NONE -> false;
                    case ADD_MISSING ->
                        opposite.filter(source -> !source.isMapping()).isPresent();
                    case DELETE_DANGLING -> !links.isMapping();
                };
        if (writesObjects) {
            throw new OperationRefused("what objects say is written by applications alone (CHECK MAPPING tells"
                    + " which of them are wrong)");
        }
        if (task.repair() == Repair.ADD_MISSING
                && repairable().declared().sequence().isPresent()) {
            throw new OperationRefused("rows of " + task.opposite() + " get numbers of a sequence, which only clients'"
                    + " statements do: insert the missing ones through Pinion (CHECK MAPPING)");
        }
    }

    /** The open shards, each of which may have links. */
    List<Integer> shards() {
        return keyspace.ranges().ranges().stream()
                .flatMapToInt(range -> IntStream.rangeClosed(range.first(), range.last()))
                .boxed()
                .toList();
    }

    /** The pairs that have them. */
    List<String> pairs() {
        return keyspace.ranges().ranges().stream()
                .map(ShardRange::pair)
                .distinct()
                .toList();
    }

    /** What is looked at. */
    LinkSource links() {
        return links;
    }

    LinkSource opposite() {
        return opposite.orElseThrow(() -> new IllegalStateException(task.statement() + " asks no opposite links"));
    }

    /** The mapping that gets the rows that it lacks. */
    LinkSource.Mapping repairable() {
        return opposite.filter(LinkSource.Mapping.class::isInstance)
                .map(LinkSource.Mapping.class::cast)
                .orElseThrow(() -> new IllegalStateException(task.statement() + " names no mapping to add rows to"));
    }

    boolean asksOpposite() {
        return opposite.isPresent();
    }

    boolean asksObjects() {
        return task.objects();
    }

    Keyspace.Id keyspace() {
        return keyspace;
    }

    /** What is wrong with a link by itself; empty when only servers know. */
    Optional<LinkFault> faultOf(int shard, MappingLink link) {
        for (String end : List.of(link.from(), link.to())) {
            Optional<String> problem = problem(end);
            if (problem.isPresent()) {
                return Optional.of(new LinkFault(shard, link, LinkFault.Kind.UNDECLARED, problem.get()));
            }
        }
        int right = id(link.from()).shard().number();
        return right == shard
                ? Optional.empty()
                : Optional.of(new LinkFault(
                        shard,
                        link,
                        LinkFault.Kind.MISPLACED,
                        "the row is on shard " + shard + ", and " + link.from() + " is of shard " + right));
    }

    private Optional<String> problem(String end) {
        GlobalId id;
        try {
            id = GlobalId.parse(end);
        } catch (IllegalArgumentException e) {
            return Optional.of(end.isEmpty() ? "an end is NULL or empty" : String.valueOf(e.getMessage()));
        }
        if (!id.toString().equals(end)) {
            return Optional.of("'" + end + "' isn't written as an id is");
        }
        if (keyspace.ranges().pairOf(id.shard().number()) == null) {
            return Optional.of(end + " is of shard " + id.shard().number() + ", which isn't open");
        }
        return objects(id.type()).isPresent()
                ? Optional.empty()
                : Optional.of(end + " is of type " + id.type() + ", which no table has");
    }

    static GlobalId id(String end) {
        return GlobalId.parse(end);
    }

    private Optional<Table.ObjectTable> objects(int type) {
        return keyspace.tables().values().stream()
                .filter(Table.ObjectTable.class::isInstance)
                .map(Table.ObjectTable.class::cast)
                .filter(table -> table.type() == type)
                .findFirst();
    }

    /** The table that has the object. */
    TableName tableOf(GlobalId id) {
        return table(
                id.shard().number(),
                objects(id.type())
                        .orElseThrow(() -> new IllegalStateException("no table has type " + id.type()))
                        .name());
    }

    TableName table(int shard, String name) {
        return new TableName(keyspace.databases().databaseOf(new ShardId(shard)), name);
    }

    /** The pair of an open shard. */
    String pairOf(int shard) throws OperationRefused {
        String pair = keyspace.ranges().pairOf(shard);
        if (pair == null) {
            throw new OperationRefused("shard " + shard + " of " + keyspace.name() + " isn't open any more");
        }
        return pair;
    }
}
