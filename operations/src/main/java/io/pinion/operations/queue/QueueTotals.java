package io.pinion.operations.queue;

import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobState;
import io.pinion.routing.queue.PartitionBound;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds up the partitions of a queue by the states of their jobs, one shard after the other. However many shards there are, it
 * holds no more than a number for each state and some problems. Not thread-safe.
 */
final class QueueTotals {
    private static final int MOST_PROBLEMS = 5;

    /** What {@link QueueState} calls jobs in states that nobody has declared. */
    private static final String UNDECLARED = "";

    private final QueueTable queue;
    private final Map<String, StateTotal> states = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int moreProblems;
    private Optional<LocalDateTime> next = Optional.empty();

    /** The jobs of one state. */
    private static final class StateTotal {
        private long jobs;
        private long bytes;
        private int mostPartitions;
        private Optional<LocalDateTime> oldest = Optional.empty();

        /** The first partition has jobs, of which none is known to be the oldest. */
        private boolean beforeAll;

        Optional<LocalDateTime> oldest() {
            return beforeAll ? Optional.empty() : oldest;
        }
    }

    QueueTotals(QueueTable queue) {
        this.queue = queue;
        queue.queue().states().forEach(state -> states.put(state.name(), new StateTotal()));
        states.put(UNDECLARED, new StateTotal());
    }

    void problem(String problem) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(problem);
        } else {
            moreProblems++;
        }
    }

    /** @param rows the partitions of one shard's table, in their order */
    void add(TableName table, List<PartitionRow> rows, LocalDateTime now) {
        PartitionFinding.of(queue, rows, now).forEach(finding -> problem(finding.words(table)));
        next = earlier(next, PartitionRow.plan(queue.queue(), rows, now).next());
        Map<String, List<PartitionRow>> byState = new LinkedHashMap<>();
        for (PartitionRow row : rows) {
            byState.computeIfAbsent(stateOf(row), none -> new ArrayList<>()).add(row);
        }
        byState.forEach((state, ofState) -> add(ofState, states.computeIfAbsent(state, none -> new StateTotal())));
    }

    private String stateOf(PartitionRow row) {
        PartitionBound bound = row.partition().bound();
        return queue.queue().state(bound.state()).map(JobState::name).orElse(UNDECLARED);
    }

    private static void add(List<PartitionRow> rows, StateTotal total) {
        Optional<LocalDateTime> begin = Optional.empty();
        for (PartitionRow row : rows) {
            total.jobs += row.rows();
            total.bytes += row.bytes();
            if (row.rows() > 0) {
                total.beforeAll = total.beforeAll || begin.isEmpty();
                total.oldest = earlier(total.oldest, begin);
            }
            begin = row.partition().bound().until();
        }
        total.mostPartitions = Math.max(total.mostPartitions, rows.size());
    }

    /** An absent time is none. */
    private static Optional<LocalDateTime> earlier(Optional<LocalDateTime> one, Optional<LocalDateTime> other) {
        return one.isEmpty() || (other.isPresent() && other.get().isBefore(one.get())) ? other : one;
    }

    /** In the order of the states' numbers; that of undeclared ones last, if there is a job. */
    List<QueueState> states() {
        List<String> told = new ArrayList<>(problems);
        if (moreProblems > 0) {
            told.add("and " + moreProblems + " more");
        }
        List<QueueState> found = new ArrayList<>();
        states.forEach((name, total) -> {
            if (!name.equals(UNDECLARED) || total.jobs > 0) {
                found.add(new QueueState(
                        queue.keyspace().name(),
                        queue.table(),
                        name,
                        total.jobs,
                        total.oldest(),
                        total.bytes,
                        total.mostPartitions,
                        next,
                        told));
            }
        });
        return found;
    }
}
