package io.pinion.routing.plan;

import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.SortKey;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Sorts on servers where sorted rows exceed the cap of rows held: each server sorts the rows of all of its shards, by a
 * UNION ALL of their texts, so that each server's answer is one sorted stream. The server needs a temporary table for
 * it, so this is only for answers that are too large otherwise.
 */
final class SortedStreams {
    private SortedStreams() {}

    /**
     * The same fan-out with one text for each server; empty when it isn't sorted by columns that servers can sort by.
     */
    static Optional<RoutePlan.FanOut> of(RoutePlan.FanOut fanOut) {
        if (!(fanOut.merging() instanceof RoutePlan.Merging.Rows(MergePlan merge, int columns))
                || merge.order().isEmpty()
                || merge.order().stream().anyMatch(key -> key.sortedAt() < 0)) {
            return Optional.empty();
        }
        String end =
                merge.order().stream().map(SortedStreams::place).collect(Collectors.joining(", ", " ORDER BY ", ""));
        // Groups must be complete before LIMIT cuts them.
        if (!merge.limit().equals(RowLimit.NONE)
                && merge.grouping().isEmpty()
                && merge.distinctBy().isEmpty()) {
            end += " LIMIT " + merge.limit().end();
        }
        Map<String, List<RoutePlan.ShardStatement>> ofPairs = new LinkedHashMap<>();
        for (RoutePlan.ShardStatement statement : fanOut.statements()) {
            ofPairs.computeIfAbsent(statement.target().pair(), pair -> new ArrayList<>())
                    .add(statement);
        }
        List<RoutePlan.ShardStatement> streams = new ArrayList<>();
        for (List<RoutePlan.ShardStatement> shards : ofPairs.values()) {
            streams.add(together(shards, end));
        }
        return Optional.of(new RoutePlan.FanOut(
                fanOut.keyspace(),
                streams.stream().map(RoutePlan.ShardStatement::target).toList(),
                streams,
                new RoutePlan.Merging.Rows(merge.mixed(), columns),
                fanOut.scatter(),
                fanOut.atOneMoment(),
                fanOut.effects(),
                fanOut.warnings(),
                fanOut.policy()));
    }

    private static String place(SortKey key) {
        return key.sortedAt() + 1 + (key.descending() ? " DESC" : "");
    }

    private static RoutePlan.ShardStatement together(List<RoutePlan.ShardStatement> shards, String end) {
        ByteArrayOutputStream sql = new ByteArrayOutputStream();
        String before = "(";
        for (RoutePlan.ShardStatement shard : shards) {
            sql.writeBytes(before.getBytes(StandardCharsets.US_ASCII));
            sql.writeBytes(shard.text().sql());
            // A comment may end the text.
            before = "\n) UNION ALL (";
        }
        sql.writeBytes(("\n)" + end).getBytes(StandardCharsets.US_ASCII));
        RoutePlan.ShardStatement first = shards.getFirst();
        return new RoutePlan.ShardStatement(
                first.target(), new StatementText.Edited(sql.toByteArray()), first.insertedId());
    }
}
