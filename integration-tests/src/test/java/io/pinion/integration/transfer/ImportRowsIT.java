package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PlantedViews;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.rows.Following;
import io.pinion.operations.transfer.rows.ImportComparison;
import io.pinion.operations.transfer.rows.ImportData;
import io.pinion.operations.transfer.rows.ImportDirection;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.RejectedRows;
import io.pinion.operations.transfer.rows.TableCopied;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The rows of a shop are carried into shards and back beside clients that write, and each is proven to be there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachServer(mysql = 3)
class ImportRowsIT {
    private static final Duration CATCH_UP = Duration.ofMinutes(2);
    private static final int WRITERS = 4;

    private ImportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void open(@TempDir Path directory) throws Exception {
        stage = ImportStage.start(product, directory);
        Shop.fill(stage);
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        if (stage != null) {
            stage.close();
        }
    }

    /** Both sides are equal before each test, whatever one before it has left. */
    @BeforeEach
    void carry() throws Exception {
        Shop.emptyShards(stage);
        data(CopyControl.NONE).copy(Map.of(), state -> {});
        assertThat(Shop.differences(stage)).isEmpty();
    }

    private ImportData data(CopyControl control) throws SQLException, OperationRefused {
        return ImportData.open(stage.sides(control), Shop.imported(), RejectedRows.from(List.of(), rows -> {}));
    }

    @Test
    void rowsAreCarriedBesideWritersAndAcrossInterruptions() throws Exception {
        ImportData data = data(CopyControl.NONE);
        assertThat(data.problems()).isEmpty();
        Shop.emptyShards(stage);
        try (ShopWriters writers = ShopWriters.start(stage, WRITERS)) {
            Map<String, SourcePlace> places = data.beginning(ImportDirection.FORTH);
            copyInterrupted(data);
            Map<String, SourcePlace> carried;
            try (Following following = data.follow(ImportDirection.FORTH, places)) {
                long end = System.nanoTime() + 300_000_000;
                following.runUntil(() -> System.nanoTime() > end);
                carried = following.applied();
            }
            try (Following following = data(CopyControl.NONE).follow(ImportDirection.FORTH, carried)) {
                assertThat(following.catchUp(data.now(ImportDirection.FORTH), CATCH_UP))
                        .isTrue();
                ImportComparison.Result beside = data.compare(ImportDirection.FORTH, following);
                assertThat(beside.differences()).isEmpty();
                assertThat(beside.rows()).isGreaterThan(Shop.ORDERS);
                assertThat(writers.statements()).isGreaterThan(20);
                writers.stop();
                assertThat(following.catchUp(data.now(ImportDirection.FORTH), CATCH_UP))
                        .isTrue();
                assertThat(data.compare(ImportDirection.FORTH, following, beside.inDoubt())
                                .isEqual())
                        .isTrue();
                assertThat(data.compare(ImportDirection.FORTH, following).isEqual())
                        .isTrue();
            }
        }
        assertThat(Shop.differences(stage)).isEmpty();
    }

    /** The copy ends in its middle, and another one goes on. */
    private void copyInterrupted(ImportData data) throws SQLException, OperationRefused {
        Map<String, TableCopied> journal = new ConcurrentHashMap<>();
        AtomicBoolean enough = new AtomicBoolean();
        ImportData first = data(new CopyControl() {
            @Override
            public void requireMayGoOn() throws OperationRefused {
                if (enough.get()) {
                    throw new OperationRefused("cancelled");
                }
            }
        });
        assertThatThrownBy(() -> first.copy(Map.of(), state -> {
                    journal.put(state.table(), state);
                    enough.set(true);
                }))
                .isInstanceOf(OperationRefused.class)
                .hasMessage("cancelled");
        assertThat(journal).hasSizeLessThan(Shop.TABLES.size());
        data.copy(Map.copyOf(journal), state -> journal.put(state.table(), state));
        assertThat(journal.values()).hasSize(Shop.TABLES.size()).allMatch(TableCopied::whole);
    }

    @Test
    void plantedDifferencesAreFoundAndNoOthers() throws Exception {
        ImportData data = data(CopyControl.NONE);
        Map<String, SourcePlace> places = data.beginning(ImportDirection.FORTH);
        try (Connection one = stage.shard(1);
                Connection two = stage.shard(2);
                Connection four = stage.shard(4);
                Following following = data.follow(ImportDirection.FORTH, places)) {
            String there = ImportStage.database(1);
            execute(one, "CREATE TABLE kept AS SELECT * FROM order_lines", "CREATE TABLE lost LIKE order_lines");
            execute(one, "INSERT INTO lost SELECT * FROM order_lines ORDER BY order_id LIMIT 4");
            // Missing, changed, and extra.
            execute(one, "DELETE FROM order_lines ORDER BY order_id LIMIT 1");
            execute(one, "UPDATE order_lines SET what = 'other' ORDER BY order_id LIMIT 1");
            execute(one, "INSERT INTO order_lines VALUES (999999999, 1, 'extra')");
            // Twice, and on the wrong shard.
            execute(
                    two,
                    "INSERT INTO order_lines SELECT * FROM " + there
                            + ".order_lines WHERE what <> 'other' ORDER BY order_id LIMIT 2");
            execute(
                    one,
                    "DELETE FROM order_lines WHERE (order_id, line) IN (SELECT order_id, line FROM "
                            + ImportStage.database(2) + ".order_lines) ORDER BY order_id LIMIT 1");
            execute(four, "UPDATE countries SET name = 'no land' ORDER BY code LIMIT 1");
            ImportComparison.Result found = data.compare(ImportDirection.FORTH, following);
            assertThat(found.inDoubt()).isEmpty();
            assertThat(found.differences().stream()
                            .map(difference -> difference.row().table() + " "
                                    + difference.what().replaceAll(" shop_.*", "")))
                    .containsExactlyInAnyOrder(
                            "order_lines missing in",
                            "order_lines different in",
                            "order_lines extra in",
                            "order_lines twice, also in",
                            "order_lines on the wrong shard, in",
                            "countries different in");
            execute(
                    two,
                    "DELETE FROM order_lines WHERE (order_id, line) IN (SELECT order_id, line FROM " + there
                            + ".kept)");
            execute(
                    one,
                    "DELETE FROM order_lines",
                    "INSERT INTO order_lines SELECT * FROM kept",
                    "DROP TABLE kept, lost");
            execute(
                    four,
                    "DELETE FROM countries",
                    "INSERT INTO countries SELECT * FROM " + ImportStage.database(5) + ".countries");
            assertThat(data.compare(ImportDirection.FORTH, following).isEqual()).isTrue();
        }
    }

    @Test
    void whatShardsChangeIsCarriedBack() throws Exception {
        ImportData data = data(CopyControl.NONE);
        Map<String, SourcePlace> places = data.beginning(ImportDirection.BACK);
        try (ShardedShopWriters writers = ShardedShopWriters.start(stage, WRITERS);
                Following following = data.follow(ImportDirection.BACK, places)) {
            long end = System.nanoTime() + 3_000_000_000L;
            following.runUntil(() -> System.nanoTime() > end);
            ImportComparison.Result beside = data.compare(ImportDirection.BACK, following);
            assertThat(beside.differences()).isEmpty();
            writers.stop();
            assertThat(following.catchUp(data.now(ImportDirection.BACK), CATCH_UP))
                    .isTrue();
            assertThat(data.compare(ImportDirection.BACK, following).differences())
                    .isEmpty();
            assertThat(following.changes()).isPositive();
        }
        assertThat(Shop.differences(stage)).isEmpty();
    }

    /** Two shards may have it, and the database only one: the second comes back when it has another. */
    @Test
    void aRowWithAnotherShardsValueIsRejectedAndComesAgain() throws Exception {
        RejectedRows rejected = RejectedRows.from(List.of(), rows -> {});
        ImportData data = ImportData.open(stage.sides(CopyControl.NONE), Shop.imported(), rejected);
        Map<String, SourcePlace> places = data.beginning(ImportDirection.BACK);
        List<Integer> ids = List.of(900_000_001, 900_000_002, 900_000_003, 900_000_004);
        try (Following following = data.follow(ImportDirection.BACK, places)) {
            for (int id : ids) {
                try (Connection shard = stage.shard(shardOf(id))) {
                    execute(shard, "INSERT INTO customers (id, name, email) VALUES (" + id + ", 'n', '" + id + "')");
                }
            }
            assertThat(following.catchUp(data.now(ImportDirection.BACK), CATCH_UP))
                    .isTrue();
            assertThat(rejected.all()).isEmpty();
            int first = ids.getFirst();
            int other = ids.stream()
                    .filter(id -> shardOf(id) != shardOf(first))
                    .findFirst()
                    .orElseThrow();
            try (Connection shard = stage.shard(shardOf(other))) {
                execute(shard, "UPDATE customers SET email = '" + first + "' WHERE id = " + other);
            }
            assertThat(following.catchUp(data.now(ImportDirection.BACK), CATCH_UP))
                    .isTrue();
            assertThat(rejected.all()).singleElement().satisfies(row -> assertThat(row.toString())
                    .startsWith("customers (" + other + "): ")
                    .contains("Duplicate entry '" + first + "' for key"));
            assertThat(data.compare(ImportDirection.BACK, following).differences())
                    .singleElement()
                    .satisfies(difference -> assertThat(difference.row().key()).containsExactly(String.valueOf(other)))
                    .satisfies(difference -> assertThat(difference.what())
                            .startsWith("not in the old database, but in " + ImportStage.database(shardOf(other))));
            following.lookAgain();
            assertThat(rejected.all()).hasSize(1);
            try (Connection shard = stage.shard(shardOf(other))) {
                execute(shard, "UPDATE customers SET email = 'another' WHERE id = " + other);
            }
            assertThat(following.catchUp(data.now(ImportDirection.BACK), CATCH_UP))
                    .isTrue();
            assertThat(rejected.all()).isEmpty();
            assertThat(data.compare(ImportDirection.BACK, following).isEqual()).isTrue();
        }
        for (int id : ids) {
            try (Connection shard = stage.shard(shardOf(id));
                    Connection home = stage.home()) {
                execute(shard, "DELETE FROM customers WHERE id = " + id);
                execute(home, "DELETE FROM customers WHERE id = " + id);
            }
        }
    }

    @Test
    void aChangedDefinitionEndsTheFollowing() throws Exception {
        ImportData data = data(CopyControl.NONE);
        Map<String, SourcePlace> places = data.beginning(ImportDirection.FORTH);
        try (Connection home = stage.home();
                Following following = data.follow(ImportDirection.FORTH, places)) {
            execute(home, "CREATE TEMPORARY TABLE t (a INT)", "CREATE DATABASE IF NOT EXISTS elsewhere");
            execute(home, "CREATE TABLE elsewhere.orders (a INT PRIMARY KEY)", "DROP DATABASE elsewhere");
            assertThat(following.catchUp(data.now(ImportDirection.FORTH), CATCH_UP))
                    .isTrue();
            execute(home, "ALTER TABLE tags ADD COLUMN more INT");
            assertThatThrownBy(() -> following.catchUp(data.now(ImportDirection.FORTH), CATCH_UP))
                    .isInstanceOf(OperationRefused.class)
                    .hasMessageContaining("ALTER TABLE tags ADD COLUMN more INT");
            execute(home, "ALTER TABLE tags DROP COLUMN more");
        }
    }

    /** Its functions would run with the rights of Pinion's account. */
    @Test
    void aViewInATablesPlaceIsRefusedAndNotRun() throws Exception {
        ImportData data = ImportData.open(
                stage.sides(CopyControl.NONE), List.of(Shop.TABLES.getLast().imported()), RejectedRows.none());
        assertThat(data.problems()).isEmpty();
        try (Connection home = stage.home();
                Connection shard = stage.shard(0)) {
            refusesView(0, home, Shop.DATABASE, () -> data.copy(Map.of(), state -> {}));
            refusesView(1, shard, ImportStage.database(0), () -> data.copy(Map.of(), state -> {}));
            try (Following following = data.follow(ImportDirection.FORTH, data.beginning(ImportDirection.FORTH))) {
                execute(home, "INSERT INTO countries VALUES ('???', 'no land')");
                refusesView(
                        1,
                        shard,
                        ImportStage.database(0),
                        () -> following.catchUp(data.now(ImportDirection.FORTH), CATCH_UP));
            }
            execute(home, "DELETE FROM countries WHERE code = '???'");
        }
    }

    private void refusesView(int server, Connection client, String database, ThrowingCallable work) throws Exception {
        execute(client, "RENAME TABLE countries TO away");
        PlantedViews views = PlantedViews.plant(stage.servers().get(server), List.of(database + ".countries"));

        assertThatThrownBy(work).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                .isEqualTo(BaseTables.NOT_A_BASE_TABLE));

        assertThat(views.taken()).isEmpty();
        execute(client, "DROP VIEW countries", "RENAME TABLE away TO countries");
        views.drop();
    }

    @Test
    void tablesThatCantBeCarriedAreRefusedByName() throws Exception {
        try (Connection home = stage.home()) {
            execute(
                    home,
                    "CREATE TABLE without_key (a INT)",
                    "CREATE TABLE with_float (a FLOAT PRIMARY KEY, b INT)",
                    "CREATE TABLE with_prefix (a VARCHAR(200), PRIMARY KEY (a(10)))",
                    "CREATE TABLE by_name (name VARCHAR(20) COLLATE utf8mb4_general_ci PRIMARY KEY)",
                    "CREATE TABLE by_date (a INT PRIMARY KEY, d DATE)");
            List<ImportedTable> tables = List.of(
                    new ImportedTable("without_key", new ImportedTable.TablePlacement.Reference()),
                    new ImportedTable("with_float", new ImportedTable.TablePlacement.Reference()),
                    new ImportedTable("with_prefix", new ImportedTable.TablePlacement.Reference()),
                    new ImportedTable("by_name", new ImportedTable.TablePlacement.Hashed("name")),
                    new ImportedTable("by_date", new ImportedTable.TablePlacement.Hashed("d")),
                    new ImportedTable("nowhere", new ImportedTable.TablePlacement.Reference()));
            ImportData data =
                    ImportData.open(stage.sides(CopyControl.NONE), tables, RejectedRows.from(List.of(), rows -> {}));
            assertThat(data.problems())
                    .hasSameSizeAs(tables)
                    .anyMatch(problem -> problem.contains("without_key has no primary key"))
                    .anyMatch(problem -> problem.contains("with_float is float"))
                    .anyMatch(problem -> problem.contains("primary key of with_prefix"))
                    .anyMatch(
                            problem -> problem.contains("since utf8mb4_general_ci takes different texts for the same"))
                    .anyMatch(problem -> problem.contains("column d of by_date can't place rows"))
                    .anyMatch(problem -> problem.contains("no base table nowhere"));
            execute(home, "DROP TABLE without_key, with_float, with_prefix, by_date, by_name");
        }
    }

    @Test
    void aRowThatNoShardCanHaveIsRejected() throws Exception {
        try (Connection home = stage.home()) {
            execute(
                    home,
                    "CREATE TABLE with_null (a INT PRIMARY KEY, k INT)",
                    "INSERT INTO with_null VALUES (7, NULL)");
            RejectedRows rejected = RejectedRows.from(List.of(), rows -> {});
            ImportData data = ImportData.open(
                    stage.sides(CopyControl.NONE),
                    List.of(new ImportedTable("with_null", new ImportedTable.TablePlacement.Hashed("k"))),
                    rejected);
            assertThat(data.problems()).isEmpty();
            data.copy(Map.of(), state -> {});
            assertThat(rejected.all()).singleElement().satisfies(row -> assertThat(row.toString())
                    .startsWith("with_null (7): its k is NULL"));
            execute(home, "DROP TABLE with_null");
        }
    }

    private static int shardOf(int id) {
        CRC32 sum = new CRC32();
        sum.update(String.valueOf(id).getBytes(StandardCharsets.US_ASCII));
        return (int) (sum.getValue() % ImportStage.SHARDS);
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        for (String statement : statements) {
            ShopWriters.execute(connection, statement);
        }
    }
}
