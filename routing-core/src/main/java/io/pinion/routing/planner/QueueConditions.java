package io.pinion.routing.planner;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells of statements on queue tables without a condition on the state or the time of jobs: servers read all partitions for
 * them, or all of a state. Read by tokens, since only people are told, and servers have the last word on what they prune.
 */
public final class QueueConditions {
    private static final Set<StatementKind> READING =
            Set.of(StatementKind.SELECT, StatementKind.UPDATE, StatementKind.DELETE);
    private static final Set<String> BEFORE_TABLE = Set.of("FROM", "JOIN", "UPDATE");
    private static final Set<String> COMPARING = Set.of("=", "<=>", "<", ">", "<=", ">=");

    private static final int SERVER_VERSION = 101100;

    private final Catalog catalog;
    private final Optional<String> current;
    private final Tokens tokens;

    /** @param current the database of names without one */
    private QueueConditions(Catalog catalog, Optional<String> current, Statement statement) {
        this.catalog = catalog;
        this.current = current;
        this.tokens = Tokens.of(statement);
    }

    /**
     * What a statement misses, a line for each queue; empty when it names no queue, or all of its partition key.
     *
     * @param current the database of names without one
     * @param sql also with a ? for each literal
     */
    public static List<String> missing(Catalog catalog, Optional<String> current, String sql) {
        Statement statement = new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE)
                .scan(sql.getBytes(StandardCharsets.UTF_8), TextRules.defaults(SqlDialect.MARIADB, SERVER_VERSION));
        return READING.contains(statement.kind())
                ? new QueueConditions(catalog, current, statement).missing()
                : List.of();
    }

    private List<String> missing() {
        Set<String> lines = new LinkedHashSet<>();
        for (int token = 1; token < tokens.count(); token++) {
            queue(token).flatMap(this::words).ifPresent(lines::add);
        }
        return List.copyOf(lines);
    }

    /** The queue that a token names as a table. */
    private Optional<Table> queue(int token) {
        boolean qualified = tokens.isSymbol(token - 1, ".") && tokens.isName(token - 2);
        int before = qualified ? token - 3 : token - 1;
        boolean table = tokens.isName(token)
                && (BEFORE_TABLE.stream().anyMatch(word -> tokens.isWord(before, word))
                        || tokens.isSymbol(before, ","));
        if (!table) {
            return Optional.empty();
        }
        Optional<String> database = qualified ? Optional.of(tokens.name(token - 2, "utf8mb4")) : current;
        return database.flatMap(this::keyspace)
                .map(keyspace -> keyspace.table(tokens.name(token, "utf8mb4")))
                .filter(found -> found.queue().isPresent());
    }

    /** The sharded keyspace of its name, or that has it as a shard. */
    private Optional<Keyspace.Sharded> keyspace(String database) {
        DatabaseMeaning meaning = catalog.meaningOf(database);
        if (meaning instanceof DatabaseMeaning.Logical(Keyspace.Sharded keyspace)) {
            return Optional.of(keyspace);
        }
        return meaning instanceof DatabaseMeaning.Physical shard ? Optional.of(shard.keyspace()) : Optional.empty();
    }

    private Optional<String> words(Table table) {
        JobQueue queue = table.queue().orElseThrow();
        List<String> missed = new ArrayList<>();
        if (!isCompared(queue.stateColumn())) {
            missed.add(queue.stateColumn());
        }
        if (!isCompared(queue.timeColumn())) {
            missed.add(queue.timeColumn());
        }
        return missed.isEmpty()
                ? Optional.empty()
                : Optional.of("queue " + table.name() + ": no condition on " + String.join(" and ", missed)
                        + ", so that the server reads "
                        + (missed.contains(queue.stateColumn())
                                ? "all partitions"
                                : "all partitions of the states that it names"));
    }

    private boolean isCompared(String column) {
        int where = tokens.outermost(token -> tokens.isWord(token, "WHERE"));
        for (int token = Math.max(where, 0); where >= 0 && token < tokens.count(); token++) {
            if (tokens.isName(token)
                    && tokens.name(token, "utf8mb4").equalsIgnoreCase(column)
                    && (COMPARING.contains(tokens.text(token + 1))
                            || COMPARING.contains(tokens.text(token - 1))
                            || tokens.isWord(token + 1, "IN")
                            || tokens.isWord(token + 1, "BETWEEN"))) {
                return true;
            }
        }
        return false;
    }
}
