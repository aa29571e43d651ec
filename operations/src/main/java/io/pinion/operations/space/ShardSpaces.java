package io.pinion.operations.space;

import io.pinion.config.topology.Pair;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Asks the pairs' standbys for what InnoDB knows of the sizes of tables. information_schema.TABLES would open each of
 * them, and on MariaDB each view of a user's, too, with the rights of Pinion's account. Thread-safe; no call blocks.
 */
public final class ShardSpaces implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final int SERVERS_AT_ONCE = 16;
    private static final int MOST_WAITING = 10_000;

    /** A partition is a table of its own there. */
    private static final String QUESTION = "SELECT database_name, COUNT(DISTINCT SUBSTRING_INDEX(LOWER(table_name),"
            + " '#p#', 1)) AS tables_of, SUM(n_rows) AS rows_of, SUM(clustered_index_size) * @@innodb_page_size AS"
            + " data_of, SUM(sum_of_other_index_sizes) * @@innodb_page_size AS indexes_of FROM"
            + " mysql.innodb_table_stats GROUP BY database_name";

    private final OperationServices services;
    private final Workers workers = new Workers("pinion-space", SERVERS_AT_ONCE, MOST_WAITING);

    public ShardSpaces(OperationServices services) {
        this.services = services;
    }

    /** All shards of a keyspace, in their order. */
    public CompletionStage<List<ShardSpace>> measure(Keyspace.Sharded keyspace) {
        Map<String, List<ShardRange>> pairs = new LinkedHashMap<>();
        for (ShardRange range : keyspace.ranges().ranges()) {
            pairs.computeIfAbsent(range.pair(), pair -> new ArrayList<>()).add(range);
        }
        List<CompletableFuture<List<ShardSpace>>> answers = new ArrayList<>();
        pairs.forEach((pair, ranges) ->
                answers.add(workers.ask(() -> ofPair(keyspace, pair, ranges)).toCompletableFuture()));
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(all -> answers.stream()
                        .flatMap(answer -> answer.join().stream())
                        .sorted(Comparator.comparingInt(ShardSpace::shard))
                        .toList());
    }

    private List<ShardSpace> ofPair(Keyspace.Sharded keyspace, String pair, List<ShardRange> ranges)
            throws OperationRefused {
        Map<String, Map<String, String>> databases = asked(OperationServices.pair(services.topology(), pair));
        List<ShardSpace> spaces = new ArrayList<>();
        for (ShardRange range : ranges) {
            List<String> names = keyspace.databases().databasesOf(range.first(), range.last());
            for (int i = 0; i < names.size(); i++) {
                Map<String, String> told = databases.getOrDefault(names.get(i), Map.of());
                spaces.add(new ShardSpace(
                        range.first() + i,
                        pair,
                        number(told, "tables_of"),
                        number(told, "rows_of"),
                        number(told, "data_of"),
                        number(told, "indexes_of")));
            }
        }
        return spaces;
    }

    private static long number(Map<String, String> row, String column) {
        return Long.parseLong(row.getOrDefault(column, "0"));
    }

    private Map<String, Map<String, String>> asked(Pair pair) throws OperationRefused {
        Map<String, Map<String, String>> found = new HashMap<>();
        try (ServerConnection server = services.openForReading(services.topology(), pair, ANSWER)) {
            Answers.rows(server.jdbc(), QUESTION).forEach(row -> found.put(row.getOrDefault("database_name", ""), row));
            return found;
        } catch (SQLException e) {
            throw new OperationRefused("pair " + pair.name() + " doesn't tell the sizes of its tables: "
                    + e.getMessage() + " (SHOW PAIRS; CHECK SERVERS)");
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
