package io.pinion.routing.queue;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of a queue table's partitions at a moment: which are missing, and which have expired. All times are UTC, which
 * has no daylight saving.
 */
public final class PartitionPlan {
    /** An export, a copy or a lost standby may keep the keeper from a table for so long. */
    private static final Duration AHEAD = Duration.ofHours(12);

    /** Of narrow partitions there are fewer, since a table may have so many in all; these at least. */
    private static final Duration LEAST_AHEAD = Duration.ofHours(2);

    private static final int MOST_FOR_LONG = 36;
    private static final int FEWEST_AHEAD = 3;

    private final JobQueue queue;
    private final List<QueuePartition> partitions;
    private final LocalDateTime now;

    /** @param partitions that the table has, in their order */
    public PartitionPlan(JobQueue queue, List<QueuePartition> partitions, LocalDateTime now) {
        this.queue = queue;
        this.partitions = List.copyOf(partitions);
        this.now = now;
    }

    /** A change by which partitions arise. */
    public sealed interface NewPartitions {
        /** @param table quoted */
        String statement(String table);
    }

    /**
     * One partition becomes several, the last of which has its name and bound.
     *
     * @param partition of which rows are copied, if it has any
     */
    public record Split(QueuePartition partition, List<QueuePartition> into) implements NewPartitions {
        public Split {
            into = List.copyOf(into);
        }

        @Override
        public String statement(String table) {
            return "ALTER TABLE " + table + " REORGANIZE PARTITION " + partition.written() + " INTO ("
                    + QueuePartition.definitions(into) + ")";
        }
    }

    /** Partitions behind the last one: somebody has dropped them, so that servers refuse rows that would lie there. */
    public record Append(List<QueuePartition> partitions) implements NewPartitions {
        public Append {
            partitions = List.copyOf(partitions);
        }

        @Override
        public String statement(String table) {
            return "ALTER TABLE " + table + " ADD PARTITION (" + QueuePartition.definitions(partitions) + ")";
        }
    }

    /** How many partitions are made before their time has come. */
    static int ahead(Duration width) {
        long forLong = Math.min(MOST_FOR_LONG, within(AHEAD, width));
        return (int) Math.max(FEWEST_AHEAD, Math.max(forLong, within(LEAST_AHEAD, width)));
    }

    private static long within(Duration time, Duration width) {
        return Math.ceilDiv(time.toMinutes(), width.toMinutes());
    }

    /** The changes that make missing partitions. None when all are there. */
    public List<NewPartitions> missing() {
        Set<PartitionBound> bounds = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (QueuePartition partition : partitions) {
            bounds.add(partition.bound());
            names.add(partition.name().toUpperCase(Locale.ROOT));
        }
        Map<QueuePartition, List<QueuePartition>> within = new LinkedHashMap<>();
        List<QueuePartition> behind = new ArrayList<>();
        for (QueuePartition wanted : wanted()) {
            if (bounds.add(wanted.bound())) {
                containing(wanted.bound())
                        .map(partition -> within.computeIfAbsent(partition, none -> new ArrayList<>()))
                        .orElse(behind)
                        .add(named(wanted, names));
            }
        }
        List<NewPartitions> changes = new ArrayList<>();
        within.forEach((partition, into) -> {
            into.add(partition);
            changes.add(new Split(partition, into));
        });
        if (!behind.isEmpty()) {
            changes.add(new Append(behind));
        }
        return changes;
    }

    /** In their order. */
    private List<QueuePartition> wanted() {
        List<QueuePartition> wanted = new ArrayList<>();
        for (QueuePartition boundless : queue.boundless()) {
            queue.state(boundless.bound().state())
                    .ifPresent(state -> state.life().ifPresent(life -> addDated(wanted, state, life.width())));
            wanted.add(boundless);
        }
        return wanted;
    }

    private void addDated(List<QueuePartition> wanted, JobState state, Duration width) {
        long begin = Math.floorDiv(now.toEpochSecond(ZoneOffset.UTC), width.toSeconds()) * width.toSeconds();
        for (int i = 0; i <= ahead(width); i++) {
            wanted.add(QueuePartition.of(
                    state, width, LocalDateTime.ofEpochSecond(begin + i * width.toSeconds(), 0, ZoneOffset.UTC)));
        }
    }

    /** Somebody may have given the name to another partition. */
    private static QueuePartition named(QueuePartition wanted, Set<String> taken) {
        String name = wanted.name();
        for (int i = 2; !taken.add(name.toUpperCase(Locale.ROOT)); i++) {
            name = wanted.name() + "_" + i;
        }
        return new QueuePartition(name, wanted.bound());
    }

    /** The partition in which rows just below the bound lie; empty when they would have none. */
    private Optional<QueuePartition> containing(PartitionBound bound) {
        return partitions.stream()
                .filter(partition -> partition.bound().compareTo(bound) >= 0)
                .findFirst();
    }

    /** Partitions whose time is over: every row of their state in them has lived for its time to live. */
    public List<QueuePartition> expired() {
        return partitions.stream().filter(this::isExpired).toList();
    }

    private boolean isExpired(QueuePartition partition) {
        return partition
                .bound()
                .until()
                .flatMap(until -> cutOff(partition.bound().state()).map(cutOff -> !until.isAfter(cutOff)))
                .orElse(false);
    }

    /** Jobs of the state whose time is before this have expired; empty when none ever do. */
    public Optional<LocalDateTime> cutOff(long state) {
        return queue.state(state).flatMap(JobState::life).map(life -> now.minus(life.timeToLive()));
    }

    /** The condition of the jobs that have expired, for WHERE; false for a row of a state that nobody has declared. */
    public String expiredCondition() {
        List<String> ofStates = new ArrayList<>();
        for (JobState state : queue.states()) {
            cutOff(state.number())
                    .ifPresent(cutOff -> ofStates.add("(" + JobQueue.written(queue.stateColumn()) + " = "
                            + state.number() + " AND " + JobQueue.written(queue.timeColumn()) + " < '"
                            + PartitionBound.text(cutOff) + "')"));
        }
        return ofStates.isEmpty() ? "FALSE" : String.join(" OR ", ofStates);
    }

    /**
     * When the next partition is due to be dropped, or the next one to be made; empty when no state has a time to live.
     */
    public Optional<LocalDateTime> next() {
        List<LocalDateTime> times = new ArrayList<>();
        for (JobState state : queue.states()) {
            state.life().ifPresent(life -> {
                long width = life.width().toSeconds();
                long next = Math.floorDiv(now.toEpochSecond(ZoneOffset.UTC), width) * width + width;
                times.add(LocalDateTime.ofEpochSecond(next, 0, ZoneOffset.UTC));
                partitions.stream()
                        .filter(partition -> partition.bound().state() == state.number())
                        .flatMap(partition -> partition.bound().until().stream())
                        .map(until -> until.plus(life.timeToLive()))
                        .filter(due -> due.isAfter(now))
                        .findFirst()
                        .ifPresent(times::add);
            });
        }
        return times.stream().min(LocalDateTime::compareTo);
    }
}
