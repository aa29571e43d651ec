package io.pinion.routing.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What makes a table a queue: rows are jobs, whose states and times say in which partition they are, and when they expire.
 *
 * @param stateColumn an unsigned integer
 * @param timeColumn a DATETIME in UTC: since when the job is in its state
 * @param states in the order of their numbers
 */
public record JobQueue(String stateColumn, String timeColumn, List<JobState> states) {
    /** The beginning of the names of tables that have expired jobs for a moment; they are Pinion's own. */
    public static final String EXPIRED = "pinion_expired_";

    private static final Pattern LOCAL_TIME = Pattern.compile(
            "\\b(?:current_timestamp|now|localtime|localtimestamp|sysdate)\\b", Pattern.CASE_INSENSITIVE);

    /** Such as a column's comment. */
    private static final Pattern TEXT = Pattern.compile("'(?:[^']|'')*+'");

    private static final Pattern PARTITIONED = Pattern.compile("PARTITION BY RANGE  COLUMNS\\(([^)]*)\\)");

    /** A server allows 8192, and opens a file for each. */
    private static final int MOST_PARTITIONS = 1024;

    /** @throws IllegalArgumentException whose message names the mistake */
    public JobQueue {
        states = states.stream()
                .sorted(Comparator.comparingInt(JobState::number))
                .toList();
        if (states.isEmpty()) {
            throw new IllegalArgumentException("a queue has at least one state");
        }
        if (stateColumn.equalsIgnoreCase(timeColumn)) {
            throw new IllegalArgumentException("the state and the time of a job are two columns, not " + stateColumn);
        }
        for (int i = 1; i < states.size(); i++) {
            JobState state = states.get(i);
            if (states.get(i - 1).number() == state.number()) {
                throw new IllegalArgumentException("states " + states.get(i - 1).name() + " and " + state.name()
                        + " have the same number, " + state.number());
            }
        }
        if (states.stream().map(JobState::name).distinct().count() < states.size()) {
            throw new IllegalArgumentException("two states have the same name");
        }
        long partitions = states.stream().mapToLong(JobQueue::partitions).sum();
        if (partitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException("these states need " + partitions + " partitions, and a table may have "
                    + MOST_PARTITIONS + " here: make the partitions of the longest time to live wider");
        }
    }

    private static long partitions(JobState state) {
        return state.life()
                .map(life -> life.timeToLive().dividedBy(life.width()) + PartitionPlan.ahead(life.width()) + 2L)
                .orElse(1L);
    }

    /**
     * Reads {@link #words}.
     *
     * @param columns {@code state,updated_at}
     * @param states {@code NEW:0:24h:120h,OK:2:1h:1h}
     * @throws IllegalArgumentException whose message names the mistake
     */
    public static JobQueue parse(String columns, String states) {
        String[] names = columns.split(",", -1);
        if (names.length != 2 || names[0].isEmpty() || names[1].isEmpty()) {
            throw new IllegalArgumentException("queue=" + columns
                    + " doesn't name the state's and the time's column: write for example queue=state,updated_at");
        }
        return new JobQueue(
                names[0],
                names[1],
                Arrays.stream(states.split(",", -1)).map(JobState::parse).toList());
    }

    /** In the words of a table's declaration. */
    public String words() {
        return "queue=" + stateColumn + "," + timeColumn + " states="
                + states.stream().map(JobState::words).collect(Collectors.joining(","));
    }

    public Optional<JobState> state(long number) {
        return states.stream().filter(state -> state.number() == number).findFirst();
    }

    /** The clause that follows the columns in the CREATE TABLE of a queue, before the keeper makes partitions by time. */
    public String partitionClause() {
        return "PARTITION BY RANGE COLUMNS(" + written(stateColumn) + ", " + written(timeColumn) + ") ("
                + QueuePartition.definitions(boundless()) + ")";
    }

    /** Whether Pinion has a table of that name beside a queue, which no declaration tells of. */
    public static boolean isOwnTable(String name) {
        return name.startsWith(EXPIRED);
    }

    /**
     * Whether a column gets the session's local time by itself, as the time of a job must not.
     *
     * @param attributes behind its type, as people or servers write them: DEFAULT and ON UPDATE
     */
    public static boolean takesLocalTime(String attributes) {
        return LOCAL_TIME.matcher(TEXT.matcher(attributes).replaceAll("")).find();
    }

    /** Whether a table is partitioned by state and time, by the answer of SHOW CREATE TABLE. */
    public boolean isPartitioning(String definition) {
        return PARTITIONED.matcher(definition).results().anyMatch(clause -> clause.group(1)
                .replace("`", "")
                .equalsIgnoreCase(stateColumn + "," + timeColumn));
    }

    /** The partitions without a time, in their order: one for each state, and those for numbers that are no state's. */
    List<QueuePartition> boundless() {
        List<QueuePartition> partitions = new ArrayList<>();
        long next = 0;
        for (JobState state : states) {
            if (state.number() > next) {
                partitions.add(new QueuePartition(
                        QueuePartition.CATCHALL + "_BELOW_" + state.name(),
                        PartitionBound.behind(state.number() - 1L)));
            }
            partitions.add(new QueuePartition(
                    "p" + state.name() + QueuePartition.FUTURE, PartitionBound.behind(state.number())));
            next = state.number() + 1L;
        }
        partitions.add(new QueuePartition(QueuePartition.CATCHALL, PartitionBound.LAST));
        return partitions;
    }

    /** A name in a statement. Any word may be reserved by some release of a server, such as {@code rank}. */
    static String written(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
