package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.reshard.KeyspaceResharding;
import io.pinion.operations.reshard.OldShards;
import io.pinion.operations.reshard.ReshardRequest;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.ShardRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Answers for the manual's examples. */
final class FakeReshardings {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    static Operation begun(ReshardRequest request, String user) {
        DatabasePattern databases = request.databases()
                .orElse(DatabasePattern.parse(request.keyspace() + "_" + request.shards() + "_%05d"));
        KeyspaceShape shape = new KeyspaceShape(
                request.keyspace(),
                KeyspaceShape.Kind.MOD,
                request.shards(),
                Optional.of(databases),
                request.pairs(),
                request.hash().orElse("md5"),
                "utf8mb4",
                "");
        OldShards old = new OldShards(
                DatabasePattern.parse("msdb%05d"), 4096, "md5", List.of(ShardRange.of(0, 4095, "MySQL001")));
        return new Operation(
                14,
                new KeyspaceResharding(shape, old, request.onRequest()),
                new Origin(user, "operator", List.of(), STARTED),
                Progress.beginning(request.shards(), "proxy-a", STARTED),
                0);
    }

    static List<PlannedAction> planned(ReshardRequest request, String user) {
        String old = "MySQL001A (10.0.1.1:3306)";
        return List.of(
                new PlannedAction(
                        "primary of pair MySQL001",
                        "CREATE DATABASE lookup_1024_00000; CREATE TABLE …",
                        "and 511 more, to lookup_1024_00511"),
                new PlannedAction(
                        "primary of pair MySQL002",
                        "CREATE DATABASE lookup_1024_00512; CREATE TABLE …",
                        "and 511 more, to lookup_1024_01023"),
                new PlannedAction(
                        "topology",
                        "keyspaces.lookup.resharding = {shards: 1024, …}",
                        "nobody else takes the names of the new databases; clients use the old shards"),
                new PlannedAction(old, "SELECT … FROM ip_data", "rows go to the new shards by ip"),
                new PlannedAction(
                        old, "its binary log", "what clients write goes to the new shards, until they have nearly all"),
                new PlannedAction(old, "SELECT …", "every row is compared with that of its new shard, both ways"),
                new PlannedAction(
                        old,
                        "CREATE TRIGGER … BEFORE INSERT, UPDATE and DELETE on each table",
                        "made ready to refuse writes"),
                new PlannedAction(
                        "topology",
                        "keyspaces.lookup.ranges.held = true",
                        "all proxies let new statements for the keyspace wait"),
                new PlannedAction(
                        old,
                        "UPDATE pinion_fence.fence SET fenced = 1 WHERE id = 14",
                        "the old shards refuse writes, also of clients that come directly; what still holds that up"
                                + " after 2000 ms is ended"),
                new PlannedAction(
                        "topology",
                        "keyspaces.lookup = {shards: 1024, …}",
                        "lookup has its new shards, and what waits goes there"),
                new PlannedAction(
                        old,
                        "",
                        "the old shards stay as they are, until FINISH OPERATION drops them; no way leads back"));
    }
}
