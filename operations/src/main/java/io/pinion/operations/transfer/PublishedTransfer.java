package io.pinion.operations.transfer;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.Proxies;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.move.HandOver;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The keyspace's entry in the stored topology, for the holder of the operation's lock. Blocks. */
record PublishedTransfer(TopologyChange change, RunningOperation operation, TransferTask task) {
    /** Within which transactions of the name's former meaning usually end. */
    private static final Duration LAST_TRANSACTIONS = Duration.ofSeconds(30);

    /** That of the stored topology. */
    long generation() throws OperationRefused {
        return change.stored().generation();
    }

    /** Whether the topology names the new shards, before or behind the hand-over. */
    boolean isPublished() throws OperationRefused {
        return isIn(change.stored());
    }

    private boolean isIn(Topology topology) {
        return task.announced(topology).isPresent() || task.handedOver(topology).isPresent();
    }

    /** Whether clients use the new shards. */
    boolean isHandedOver() throws OperationRefused {
        return task.handedOver(change.stored()).isPresent();
    }

    /**
     * Names the new shards, so that proxies learn their tables and users get their rights, and nobody else takes the
     * names of their databases; clients don't use them yet.
     */
    void publish() throws OperationRefused {
        change.store(task::announcedIn, after -> task.announced(after).isPresent(), otherwise());
    }

    /** Takes that back, as long as clients don't use them. */
    long forget() throws OperationRefused {
        return change.store(task::forgottenIn, after -> !isIn(after), otherwise())
                .generation();
    }

    /** Nothing is left of what had the rows before. */
    void finish() throws OperationRefused {
        change.store(
                task::finishedIn,
                after -> task.handedOver(after).isPresent()
                        && task.finishedIn(after).equals(after),
                otherwise());
    }

    private String otherwise() {
        return "somebody else has changed keyspace " + task.name()
                + " in the topology: look at it (SHOW KEYSPACES) before you try again";
    }

    Turn forth() {
        return new Turn(this, "handed_over_in", task::announced, task::handedOver, task::handedOverIn);
    }

    Turn back() {
        return new Turn(this, "handed_back_in", task::handedOver, task::announced, task::handedBackIn);
    }

    /**
     * The keyspace before and behind a hand-over.
     *
     * @param fact the name under which the journal has the generation
     * @param before as long as its name has its former meaning
     * @param turned gives the name its other meaning
     */
    record Turn(
            PublishedTransfer published,
            String fact,
            Function<Topology, Optional<? extends Keyspace.Sharded>> before,
            Function<Topology, Optional<? extends Keyspace.Sharded>> behind,
            UnaryOperator<Topology> turned)
            implements HandOver.Published {
        @Override
        public long hold() throws OperationRefused {
            return published
                    .change
                    .store(with(before, true), is(before, true), published.otherwise())
                    .generation();
        }

        @Override
        public long releaseAtLast() throws OperationRefused {
            return storeAtLast(with(before, false), before);
        }

        /** Gives the name its other meaning, and lets statements go on in the same generation. */
        @Override
        public void turnAtLast() throws OperationRefused {
            long generation = storeAtLast(
                    topology -> is(before, true).test(topology)
                            ? with(behind, false).apply(turned.apply(topology))
                            : topology,
                    behind);
            published.operation.note(fact, String.valueOf(generation));
        }

        /**
         * Makes sure that no transaction is left that has begun when the name had its former meaning: as soon as fences
         * go it could write there.
         */
        void awaitLastTransactions(Proxies proxies) throws OperationRefused {
            Optional<String> noted = published.operation.noted(fact);
            long generation = noted.isPresent() ? Long.parseLong(noted.get()) : published.generation();
            Predicate<RegisteredProxy> serves = proxy -> proxy.served() >= generation;
            published.operation.tell("waiting for the end of transactions that began before the hand-over");
            if (!proxies.awaitAll(LAST_TRANSACTIONS, serves)) {
                throw new OperationRefused("transactions that began before the hand-over are still open at "
                        + proxies.others(serves) + ": let them end, or KILL them there (SHOW PROCESSLIST)");
            }
        }

        private long storeAtLast(
                UnaryOperator<Topology> changed, Function<Topology, Optional<? extends Keyspace.Sharded>> reached)
                throws OperationRefused {
            return published
                    .change
                    .storeAtLast(changed, is(reached, false), published.otherwise())
                    .generation();
        }

        private static UnaryOperator<Topology> with(
                Function<Topology, Optional<? extends Keyspace.Sharded>> side, boolean held) {
            return topology -> side.apply(topology)
                    .map(keyspace -> topology.withKeyspace(keyspace.withRanges(
                            keyspace.ranges().changed(0, ShardId.MAX, range -> range.withHeld(held)))))
                    .orElse(topology);
        }

        private static Predicate<Topology> is(
                Function<Topology, Optional<? extends Keyspace.Sharded>> side, boolean held) {
            return topology -> side.apply(topology)
                    .filter(keyspace -> keyspace.ranges().ranges().stream().allMatch(range -> range.held() == held))
                    .isPresent();
        }
    }
}
