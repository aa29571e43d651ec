package io.pinion.operations.queue;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.queue.PartitionRow.NotPartitioned;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobState;
import io.pinion.routing.queue.PartitionBound;
import io.pinion.routing.queue.PartitionPlan;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the states of queues from the statistics of the pairs' standbys. Blocks. */
record QueueStates(OperationServices services, QueueTime time) {
    private static final Duration SILENCE = Duration.ofSeconds(20);

    /** In one question. */
    private static final int TABLES_AT_ONCE = 50;

    private static final int MOST_PROBLEMS = 5;

    /** What one queue's shards have told. */
    private record Told(List<PartitionRow> rows, List<String> problems) {}

    List<QueueState> read() throws OperationRefused {
        Topology topology = services.topology();
        List<QueueState> states = new ArrayList<>();
        for (QueueTable queue : QueueTable.of(topology)) {
            states.addAll(read(topology, queue));
        }
        return states;
    }

    private List<QueueState> read(Topology topology, QueueTable queue) throws OperationRefused {
        Told told = new Told(new ArrayList<>(), new ArrayList<>());
        LocalDateTime now = LocalDateTime.MIN;
        for (Map.Entry<String, List<String>> databases : queue.databases().entrySet()) {
            Pair pair = OperationServices.pair(topology, databases.getKey());
            try (ServerConnection server = open(topology, pair)) {
                PartitionRow.withFreshStatistics(server);
                LocalDateTime there = time.now(server);
                now = there.isAfter(now) ? there : now;
                read(queue, server, databases.getValue(), told);
            } catch (SQLException e) {
                told.problems().add("pair " + pair.name() + " can't be asked: " + e.getMessage());
            } catch (OperationRefused e) {
                told.problems().add(e.getMessage());
            }
        }
        return states(queue, told, now);
    }

    /** The standby, or the primary where there is none that answers. */
    private ServerConnection open(Topology topology, Pair pair) throws SQLException, OperationRefused {
        Optional<Server> standby = pair.standby();
        if (standby.isPresent()) {
            try {
                return login(topology, standby.get()).open(SILENCE);
            } catch (SQLException away) {
                // The primary has the same.
            }
        }
        return login(topology, pair.primary()).open(SILENCE);
    }

    private ServerLogin login(Topology topology, Server server) throws OperationRefused {
        return new ServerLogin(services.access(), server, OperationServices.operator(topology));
    }

    private static void read(QueueTable queue, ServerConnection server, List<String> databases, Told told)
            throws SQLException {
        List<TableName> tables = databases.stream()
                .map(database -> new TableName(database, queue.table()))
                .toList();
        for (int from = 0; from < tables.size(); from += TABLES_AT_ONCE) {
            List<TableName> some = tables.subList(from, Math.min(tables.size(), from + TABLES_AT_ONCE));
            try {
                told.rows().addAll(BaseTables.asking(server.jdbc(), some, PartitionRow::read));
            } catch (NotPartitioned e) {
                told.problems().add(e.getMessage());
            }
        }
    }

    private static List<QueueState> states(QueueTable queue, Told told, LocalDateTime now) {
        Map<TableName, List<PartitionRow>> tables = told.rows().stream()
                .collect(Collectors.groupingBy(PartitionRow::table, LinkedHashMap::new, Collectors.toList()));
        List<String> problems = new ArrayList<>(told.problems());
        tables.forEach((table, rows) ->
                PartitionFinding.of(queue, rows, now).forEach(finding -> problems.add(finding.words(table))));
        Optional<LocalDateTime> next = tables.values().stream()
                .flatMap(rows -> new PartitionPlan(
                                queue.queue(),
                                rows.stream().map(PartitionRow::partition).toList(),
                                now)
                        .next().stream())
                .min(LocalDateTime::compareTo);
        List<QueueState> states = new ArrayList<>();
        for (JobState state : queue.queue().states()) {
            states.add(state(queue, state.name(), state.number(), tables, next, some(problems)));
        }
        QueueState others = state(queue, "", -1, tables, next, some(problems));
        if (others.jobs() > 0) {
            states.add(others);
        }
        return states;
    }

    private static List<String> some(List<String> problems) {
        if (problems.size() <= MOST_PROBLEMS) {
            return problems;
        }
        List<String> some = new ArrayList<>(problems.subList(0, MOST_PROBLEMS));
        some.add("and " + (problems.size() - MOST_PROBLEMS) + " more");
        return some;
    }

    /** @param number -1 for all that nobody has declared */
    private static QueueState state(
            QueueTable queue,
            String name,
            long number,
            Map<TableName, List<PartitionRow>> tables,
            Optional<LocalDateTime> next,
            List<String> problems) {
        long jobs = 0;
        long bytes = 0;
        int most = 0;
        Optional<LocalDateTime> oldest = Optional.empty();
        for (List<PartitionRow> rows : tables.values()) {
            int partitions = 0;
            Optional<LocalDateTime> begin = Optional.empty();
            for (PartitionRow row : rows) {
                PartitionBound bound = row.partition().bound();
                boolean ofState =
                        number < 0 ? queue.queue().state(bound.state()).isEmpty() : bound.state() == number;
                if (ofState) {
                    partitions++;
                    jobs += row.rows();
                    bytes += row.bytes();
                    oldest = row.rows() > 0 ? earlier(oldest, begin) : oldest;
                    begin = bound.until();
                }
            }
            most = Math.max(most, partitions);
        }
        return new QueueState(queue.keyspace().name(), queue.table(), name, jobs, oldest, bytes, most, next, problems);
    }

    private static Optional<LocalDateTime> earlier(Optional<LocalDateTime> one, Optional<LocalDateTime> other) {
        return one.isEmpty() || (other.isPresent() && other.get().isBefore(one.get())) ? other : one;
    }
}
