package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The keyspace's entry in the stored topology, for the holder of the import's lock. Blocks. */
record PublishedImport(TopologyChange change, DatabaseImport task) implements PublishedTransfer {
    /** That of the stored topology. */
    long generation() throws OperationRefused {
        return change.stored().generation();
    }

    @Override
    public boolean isPublished() throws OperationRefused {
        return of(change.stored()).isPresent();
    }

    private Optional<Keyspace.Sharded> of(Topology topology) {
        return topology.keyspace(task.name())
                .filter(Keyspace.Sharded.class::isInstance)
                .map(Keyspace.Sharded.class::cast)
                .filter(keyspace -> keyspace.databases().equals(task.entry().databases())
                        && keyspace.ranges().shards() == task.entry().ranges().shards());
    }

    /** Whether the name means the keyspace. */
    @Override
    public boolean isHandedOver() throws OperationRefused {
        return of(change.stored()).filter(keyspace -> !keyspace.isImporting()).isPresent();
    }

    /** Lets proxies learn the tables of the shards; to clients, the name is the database. */
    @Override
    public long publish() throws OperationRefused {
        return change.store(task::publishedIn, is(true, false), otherwise()).generation();
    }

    /**
     * Holds statements: those for the database's pair while the keyspace is importing, else those for its shards.
     *
     * @param importing what the keyspace is
     */
    long hold(boolean importing) throws OperationRefused {
        return change.store(changing(importing, importing, true), is(importing, true), otherwise())
                .generation();
    }

    /** Lets statements go on; waits for a store that is away. */
    long releaseAtLast(boolean importing) throws OperationRefused {
        return change.storeAtLast(changing(importing, importing, false), is(importing, false), otherwise())
                .generation();
    }

    /**
     * Gives the name its other meaning, and lets statements go on in the same generation.
     *
     * @param importing what the keyspace is afterwards
     */
    long handOverAtLast(boolean importing) throws OperationRefused {
        return change.storeAtLast(changing(!importing, importing, false), is(importing, false), otherwise())
                .generation();
    }

    /**
     * As long as clients don't see the shards. What they see stays: a database that isn't at home is a single keyspace,
     * also where none had named it before, since clients may have come meanwhile.
     */
    @Override
    public long forget() throws OperationRefused {
        return change.store(
                        before -> of(before)
                                .filter(Keyspace.Sharded::isImporting)
                                .map(keyspace -> keyspace.seen()
                                        .map(before::withKeyspace)
                                        .orElseGet(() -> before.withoutKeyspace(task.name())))
                                .orElse(before),
                        after -> of(after).isEmpty(),
                        otherwise())
                .generation();
    }

    /** No way leads back to the database any more. */
    void finish() throws OperationRefused {
        change.store(
                before -> of(before)
                        .filter(keyspace -> !keyspace.isImporting())
                        .map(keyspace -> before.withKeyspace(keyspace.withImporting(Optional.empty())))
                        .orElse(before),
                after -> of(after)
                        .filter(keyspace -> keyspace.importing().isEmpty())
                        .isPresent(),
                otherwise());
    }

    /** A proxy that has undone a hand-over has released statements: then the name doesn't change its meaning. */
    private UnaryOperator<Topology> changing(boolean from, boolean to, boolean held) {
        return topology -> of(topology)
                .filter(keyspace -> keyspace.isImporting() == from)
                .filter(keyspace -> from == to || isHeld(keyspace))
                .map(keyspace -> topology.withKeyspace(held(keyspace, held).withImporting(importing(keyspace, to))))
                .orElse(topology);
    }

    /** A keyspace that an earlier version has handed over doesn't say that it comes from home. */
    private static Optional<Importing> importing(Keyspace.Sharded keyspace, boolean importing) {
        return Optional.of(keyspace.importing().orElse(Importing.AT_HOME).withHandedOver(!importing));
    }

    private static Keyspace.Sharded held(Keyspace.Sharded keyspace, boolean held) {
        RangeTable ranges = keyspace.ranges().changed(0, ShardId.MAX, range -> range.withHeld(held));
        return keyspace.withRanges(ranges);
    }

    private static boolean isHeld(Keyspace.Sharded keyspace) {
        return keyspace.ranges().ranges().stream().allMatch(ShardRange::held);
    }

    private Predicate<Topology> is(boolean importing, boolean held) {
        return topology -> of(topology)
                .filter(keyspace -> keyspace.isImporting() == importing)
                .filter(keyspace -> keyspace.ranges().ranges().stream().allMatch(range -> range.held() == held))
                .isPresent();
    }

    private String otherwise() {
        return "somebody else has changed keyspace " + task.name()
                + " in the topology: look at it (SHOW KEYSPACES) before you try again";
    }

    @Override
    public HandOver.Published forth() {
        return new OneWay(this, true);
    }

    HandOver.Published back() {
        return new OneWay(this, false);
    }

    /** @param importing what the keyspace is before the hand-over */
    private record OneWay(PublishedImport published, boolean importing) implements HandOver.Published {
        @Override
        public String name() {
            return published.task().name();
        }

        @Override
        public long generation() throws OperationRefused {
            return published.generation();
        }

        @Override
        public long hold() throws OperationRefused {
            return published.hold(importing);
        }

        @Override
        public long releaseAtLast() throws OperationRefused {
            return published.releaseAtLast(importing);
        }

        @Override
        public long handOverAtLast() throws OperationRefused {
            return published.handOverAtLast(!importing);
        }
    }
}
