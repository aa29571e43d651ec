package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.transfer.DatabaseImport;
import io.pinion.operations.transfer.ImportRequest;
import io.pinion.operations.transfer.RejectedRowsFact;
import io.pinion.operations.transfer.rows.CarriedKey;
import io.pinion.operations.transfer.rows.RejectedRow;
import io.pinion.routing.catalog.DatabasePattern;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Answers for the manual's examples. */
final class FakeImports {
    /** The number of actions before the word of an import on request. */
    static final int FOLLOWED = 6;

    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    static Operation begun(ImportRequest request, String user) {
        return new Operation(
                10,
                new DatabaseImport(
                        request.shape(),
                        request.pair().orElse("MySQL001"),
                        List.of(),
                        request.tables(),
                        request.onRequest()),
                new Origin(user, "operator", List.of(), STARTED),
                Progress.beginning(request.shape().shards(), "proxy-a", STARTED),
                0);
    }

    /** One that has found rows that it can't carry. */
    static Operation stopped() {
        KeyspaceShape shape = new KeyspaceShape(
                "shop",
                KeyspaceShape.Kind.MOD,
                256,
                Optional.of(DatabasePattern.parse("shop%05d")),
                List.of("MySQL002"),
                "md5",
                "utf8mb4",
                "");
        List<RejectedRow> rows = List.of(
                new RejectedRow(
                        new CarriedKey("carts", List.of("2")),
                        "its owner has spaces at its end, which its collation ignores and the hash of a key doesn't:"
                                + " remove them"),
                new RejectedRow(
                        new CarriedKey("carts", List.of("4")),
                        "it has a value of 20000000 bytes, which MySQL002A (10.0.2.1:3306) doesn't take: SET GLOBAL"
                                + " max_allowed_packet there, and in its configuration"));
        Progress failed = RejectedRowsFact.with(Progress.beginning(256, "proxy-a", STARTED), rows)
                .withState(Progress.State.FAILED, "2 rows can't be carried");
        return new Operation(
                12,
                new DatabaseImport(shape, "MySQL001", List.of(), "", false),
                new Origin("admin", "operator", List.of(), STARTED),
                failed,
                0);
    }

    static List<PlannedAction> planned() {
        String home = "MySQL001A (10.0.1.1:3306)";
        return List.of(
                new PlannedAction(
                        "primary of pair MySQL002",
                        "CREATE DATABASE shop00000; CREATE TABLE …",
                        "and 255 more, to shop00255"),
                new PlannedAction(
                        "topology",
                        "keyspaces.shop = {importing: {…}, …}",
                        "proxies learn its tables; to clients, shop is the database on pair MySQL001"),
                new PlannedAction(
                        home, "SELECT … FROM users", "rows go to shards by id; id gets numbers from a sequence"),
                new PlannedAction(
                        home, "SELECT … FROM orders", "rows go to shards by user_id; id gets numbers from a sequence"),
                new PlannedAction(home, "SELECT … FROM countries", "all rows go to every shard"),
                new PlannedAction(
                        home, "its binary log", "what clients write goes to the shards, until they have nearly all"),
                new PlannedAction(home, "SELECT …", "every row is compared with that of its shard, both ways"),
                new PlannedAction(
                        home,
                        "CREATE TRIGGER … BEFORE INSERT, UPDATE and DELETE on each table",
                        "made ready to refuse writes"),
                new PlannedAction(
                        "topology",
                        "keyspaces.shop.ranges.held = true",
                        "all proxies let new statements for pair MySQL001 wait"),
                new PlannedAction(
                        home,
                        "UPDATE pinion_fence.fence SET fenced = 1 WHERE id = 10",
                        "the database refuses writes, also of clients that come directly; what still holds that up"
                                + " after 2000 ms is ended"),
                new PlannedAction(
                        "MySQL002A (10.0.2.1:3306)",
                        "INSERT INTO `shop00000`.pinion_sequences …",
                        "sequences go on where AUTO_INCREMENT has ended"),
                new PlannedAction(
                        "topology",
                        "keyspaces.shop.importing.handed_over = true",
                        "shop is the keyspace, and what waits goes there"),
                new PlannedAction(
                        "journal",
                        "the places in the binary logs of MySQL002",
                        "REVERT OPERATION brings what is written from there on to the old database"));
    }
}
