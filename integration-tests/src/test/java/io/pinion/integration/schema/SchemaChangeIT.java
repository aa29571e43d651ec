package io.pinion.integration.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.server.bootstrap.RunningProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** DDL through two proxies on 64 shards of two real servers: what each of both dialects must do alike. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@OnEachServer
class SchemaChangeIT extends SchemaChanges {
    private static final String PREPARING = "&useServerPrepStmts=true&emulateUnsupportedPstmts=false";

    // --- what works

    @Test
    void aNewMappingTableIsOneStatement() throws Exception {
        try (Connection client = client(first)) {
            run(client, "CREATE TABLE user_likes_pins " + MAPPING);
            run(client, "INSERT INTO user_likes_pins VALUES (" + ON_SHARD_40 + ", 5, 1)");

            assertThat(ask(client, "SELECT pin_id FROM user_likes_pins WHERE user_id = " + ON_SHARD_40))
                    .containsExactly("5");
            assertThat(ask(client, "SHOW TABLES LIKE 'user_likes_pins'")).containsExactly("user_likes_pins");
        }
        assertThat(shardsWith("user_likes_pins")).isEqualTo(SchemaCluster.SHARDS);
        try (Connection other = client(second)) {
            assertThat(ask(other, "SELECT pin_id FROM user_likes_pins WHERE user_id = " + ON_SHARD_40))
                    .containsExactly("5");
        }
        assertThat(operation("CREATE TABLE user_likes_pins")).containsExactly("done", "64", "0", "64");
    }

    @Test
    void aChangeLeavesItsOwnConditionsAndNoneOfTheStatementBefore() throws Exception {
        try (Connection client = client(first, "app", PREPARING)) {
            for (boolean prepared : List.of(false, true)) {
                for (String sql : List.of(
                        "CREATE TABLE user_warns_pins " + MAPPING,
                        "ALTER TABLE user_warns_pins ADD COLUMN more INT",
                        "TRUNCATE TABLE user_warns_pins",
                        "RENAME TABLE user_warns_pins TO user_warned_pins",
                        "DROP TABLE user_warned_pins")) {
                    assertThat(failure(client, "SELECT 1 FROM legacy.nosuch")).isNotNull();
                    if (prepared) {
                        try (PreparedStatement statement = client.prepareStatement(sql)) {
                            statement.execute();
                        }
                    } else {
                        run(client, sql);
                    }
                    assertThat(ask(client, "SELECT @@warning_count")).as(sql).containsExactly("0");
                    assertThat(failure(client, "SELECT 1 FROM legacy.nosuch")).isNotNull();
                    run(client, "CREATE TABLE IF NOT EXISTS users " + MAPPING);
                    assertThat(ask(client, "SHOW WARNINGS", "Code")).as(sql).containsExactly("1050");
                }
            }
        }
    }

    /** A schema tool compares what it has declared with what it is shown. */
    @Test
    void anIdIsShownAsItWasDeclared() throws Exception {
        try (Connection client = client(first, "app", PREPARING)) {
            for (String type : List.of("bigint", "bigint unsigned")) {
                run(
                        client,
                        "CREATE TABLE shown (id " + type + " NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)"
                                + " COMMENT 'pinion: object'");
                for (String sql : List.of(
                        "DESCRIBE shown",
                        "SHOW CREATE TABLE shown",
                        "SELECT COLUMN_NAME, COLUMN_TYPE FROM information_schema.COLUMNS WHERE TABLE_NAME = 'shown'"
                                + " AND COLUMN_NAME = 'id'")) {
                    try (Statement text = client.createStatement();
                            PreparedStatement prepared = client.prepareStatement(sql);
                            ResultSet asText = text.executeQuery(sql);
                            ResultSet asPrepared = prepared.executeQuery()) {
                        assertThat(typeOfId(asText)).as(sql).isEqualTo(type);
                        assertThat(typeOfId(asPrepared)).as(sql).isEqualTo(type);
                    }
                }
                run(client, "DROP TABLE shown");
            }
        }
    }

    /** In the second column of the first row, alone or in the text of a definition. */
    private static String typeOfId(ResultSet rows) throws SQLException {
        assertThat(rows.next()).isTrue();
        return rows.getString(2)
                .replaceFirst("(?s).*`id` ", "")
                .replaceFirst("(?s) NOT NULL.*", "")
                .replace("(20)", "");
    }

    /** Drivers take a number for another type by this flag, and servers compute by it. */
    @Test
    void anIdIsReadAsItWasDeclared() throws Exception {
        try (Connection client = client(first, "app", "&useServerPrepStmts=true")) {
            for (String type : List.of("BIGINT", "BIGINT UNSIGNED")) {
                run(
                        client,
                        "CREATE TABLE read_so (id " + type + " NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT)"
                                + " COMMENT 'pinion: object type=30'");
                run(client, "INSERT INTO read_so (id, n) VALUES (" + (40L << 46 | 30L << 36 | 7) + ", 1)");
                for (String sql : List.of(
                        "/* pinion: shard=40 */ SELECT id FROM read_so",
                        "SELECT * FROM read_so WHERE id = " + (40L << 46 | 30L << 36 | 7),
                        "SELECT id FROM read_so ORDER BY id DESC LIMIT 2",
                        "SELECT DISTINCT id FROM read_so",
                        "SELECT id, COUNT(*) FROM read_so GROUP BY id",
                        "SELECT MIN(id) FROM read_so",
                        "SELECT MAX(id) FROM read_so",
                        "SELECT id + 1 FROM read_so",
                        "SELECT a.id FROM read_so a JOIN read_so b ON a.n = b.n",
                        "SELECT id, ROW_NUMBER() OVER (ORDER BY n) FROM read_so")) {
                    try (Statement text = client.createStatement();
                            PreparedStatement prepared = client.prepareStatement(sql);
                            ResultSet asText = text.executeQuery(sql);
                            ResultSet bound = prepared.executeQuery()) {
                        assertThat(List.of(
                                        asText.getMetaData().isSigned(1),
                                        prepared.getMetaData().isSigned(1),
                                        bound.getMetaData().isSigned(1)))
                                .as(sql)
                                .containsOnly(type.equals("BIGINT"));
                    }
                }
                run(client, "DROP TABLE read_so");
            }
        }
    }

    @Test
    void anExplanationShowsTheStepsAndChangesNothing() throws Exception {
        try (Connection client = client(first)) {
            run(client, "CREATE TABLE user_explains_pins " + MAPPING);
            String explain = "EXPLAIN ALTER TABLE user_explains_pins ADD COLUMN never INT";

            assertThat(ask(client, explain, "place"))
                    .contains("proxy", "the other 63 shards", "all proxies")
                    .anySatisfy(place -> assertThat(place).startsWith("shard 0 ("));
            assertThat(ask(client, explain, "statement")).anySatisfy(statement -> assertThat(statement)
                    .endsWith(".user_explains_pins ADD COLUMN never INT"));
            assertThat(ask(client, "SHOW COLUMNS FROM user_explains_pins LIKE 'never'"))
                    .isEmpty();
            assertThat(ask(client, "SHOW OPERATIONS", "statement"))
                    .noneSatisfy(statement -> assertThat(statement).contains("never"));
            assertThatThrownBy(() -> ask(client, "EXPLAIN ALTER TABLE nosuch ADD COLUMN never INT"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1146));
        }
    }

    /** Values without names go to the columns that a table has now. */
    @Test
    void whatAStatementChangesIsKnownToEveryProxyBehindIt() throws Exception {
        try (Connection client = client(first);
                Connection other = client(second)) {
            run(client, "CREATE TABLE user_sees_pins " + MAPPING);
            for (int round = 1; round <= 5; round++) {
                run(other, "INSERT INTO user_sees_pins VALUES (" + ON_SHARD_40 + ", " + round + ", 1)");
                run(client, "ALTER TABLE user_sees_pins ADD COLUMN seen INT NOT NULL");
                run(other, "INSERT INTO user_sees_pins VALUES (" + ON_SHARD_40 + ", " + (100 + round) + ", 1, 7)");
                assertThat(ask(other, "SELECT * FROM user_sees_pins WHERE user_id = " + ON_SHARD_40, "seen"))
                        .contains("7");
                run(client, "ALTER TABLE user_sees_pins DROP COLUMN seen");
            }
            assertThat(ask(other, "SELECT COUNT(*) FROM user_sees_pins")).containsExactly("10");
        }
    }

    @Test
    void objectsGetTypesOfTheirOwnFromTwoProxiesAtOnce() throws Exception {
        List<Callable<Void>> both = new ArrayList<>();
        for (RunningProxy proxy : List.of(first, second)) {
            String table = proxy == first ? "things" : "stuff";
            both.add(() -> {
                try (Connection client = client(proxy)) {
                    run(
                            client,
                            "CREATE TABLE " + table + " (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data"
                                    + " LONGTEXT) COMMENT 'pinion: object'");
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (Future<Void> done : threads.invokeAll(both)) {
                done.get();
            }
        }
        try (Connection client = client(first)) {
            await(() -> ask(client, "SHOW TABLES").containsAll(List.of("things", "stuff")));
            long thing = insert(client, "INSERT INTO things (data) VALUES ('{}')");
            long stuff = insert(client, "INSERT INTO stuff (data) VALUES ('{}')");
            assertThat(thing >> 36 & 1023).isNotEqualTo(stuff >> 36 & 1023);
            assertThat(ask(client, "SELECT id FROM things WHERE id = " + thing)).containsExactly("" + thing);
        }
    }

    @Test
    void columnsAndIndexesComeAndGo() throws Exception {
        try (Connection client = client(first)) {
            run(
                    client,
                    "CREATE TABLE notes (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)"
                            + " COMMENT 'pinion: object'");
            long note = insert(client, "INSERT INTO notes (data) VALUES ('{}')");
            run(
                    client,
                    "ALTER TABLE notes ADD COLUMN title VARCHAR(50) DEFAULT 'none' AFTER id, ADD INDEX (title, id)");
            assertThat(ask(client, "SELECT * FROM notes WHERE id = " + note)).hasSize(1);
            assertThat(ask(client, "SELECT title FROM notes WHERE id = " + note))
                    .containsExactly("none");
            run(client, "DROP INDEX title ON notes");
            run(client, "TRUNCATE notes");
            assertThat(ask(client, "SELECT title FROM notes WHERE id = " + note))
                    .isEmpty();
            assertThat(ask(client, "ANALYZE TABLE notes", "Msg_text")).contains("OK");
            run(client, "RENAME TABLE notes TO remarks");
            assertThat(ask(client, "SHOW TABLES")).contains("remarks").doesNotContain("notes");
            assertThat(insert(client, "INSERT INTO remarks (data) VALUES ('{}')") >> 36 & 1023)
                    .isEqualTo(note >> 36 & 1023);
            run(client, "DROP TABLE remarks");
            assertThat(ask(client, "SHOW TABLES")).doesNotContain("remarks");
        }
        assertThat(shardsWith("remarks") + shardsWith("notes")).isZero();
        assertThat(drift("remarks")).isEmpty();
    }

    @Test
    void theSessionsSettingsHold() throws Exception {
        try (Connection client = client(first)) {
            run(client, "SET sql_mode = 'ANSI_QUOTES'");
            run(
                    client,
                    "CREATE TABLE \"quoted\" (user_id BIGINT, \"a b\" INT, KEY (user_id))"
                            + " COMMENT 'pinion: mapping from=user_id'");
            assertThat(ask(client, "SHOW COLUMNS FROM quoted LIKE 'a b'")).containsExactly("a b");
            run(client, "DROP TABLE \"quoted\"");
        }
    }

    @Test
    void tablesOfModKeyspacesAndOfOneShard() throws Exception {
        try (Connection client = client(first)) {
            run(
                    client,
                    "CREATE TABLE lookup.phones (phone VARCHAR(20) NOT NULL PRIMARY KEY, user_id BIGINT)"
                            + " COMMENT 'pinion: hashed key=phone'");
            assertThat(ask(client, "SHOW WARNINGS", "Message"))
                    .anyMatch(message -> message.contains("may compare without regard to case"));
            run(client, "INSERT INTO lookup.phones VALUES ('+1 234', 5)");
            assertThat(ask(client, "SELECT user_id FROM lookup.phones WHERE phone = '+1 234'"))
                    .containsExactly("5");
            run(client, "CREATE TABLE settings (name VARCHAR(20) PRIMARY KEY) COMMENT 'pinion: single shard=40'");
            run(client, "INSERT INTO settings VALUES ('x')");
            assertThat(ask(client, "SELECT * FROM settings")).containsExactly("x");
        }
        assertThat(shardsWith("settings")).isEqualTo(1);
    }

    @Test
    void anOpenTransactionIsCommittedFirst() throws Exception {
        try (Connection client = client(first);
                Connection other = client(first)) {
            run(client, "CREATE TABLE committed " + MAPPING);
            client.setAutoCommit(false);
            run(client, "INSERT INTO committed VALUES (" + ON_SHARD_40 + ", 1, 1)");
            run(client, "CREATE TABLE committer " + MAPPING);
            assertThat(ask(other, "SELECT pin_id FROM committed WHERE user_id = " + ON_SHARD_40))
                    .containsExactly("1");
        }
    }

    @Test
    void ddlCanBePrepared() throws Exception {
        try (Connection client = client(first, "app", "&useServerPrepStmts=true");
                PreparedStatement create = client.prepareStatement("CREATE TABLE prepared " + MAPPING)) {
            create.execute();
            assertThat(ask(client, "SHOW TABLES LIKE 'prepared'")).containsExactly("prepared");
        }
    }

    @Test
    void aTableThatIsThereIsDeclared() throws Exception {
        for (int shard = 0; shard < SchemaCluster.SHARDS; shard++) {
            cluster.onShard(
                    shard,
                    "CREATE TABLE " + SchemaCluster.database(shard) + ".old (user_id BIGINT PRIMARY KEY, n INT)");
        }
        try (Connection admin = client(first, "admin", "")) {
            assertThatThrownBy(() -> run(admin, "DECLARE TABLE pinterest.old AS 'mapping from=n'"))
                    .hasMessageContaining("column n of old must be BIGINT");
            run(admin, "DECLARE TABLE pinterest.old AS 'mapping from=user_id'");
            run(admin, "INSERT INTO old VALUES (" + ON_SHARD_40 + ", 1)");
            run(admin, "FORGET TABLE pinterest.old");
            await(() -> !ask(admin, "SHOW TABLES").contains("old"));
        }
        try (Connection client = client(first)) {
            run(client, "DROP TABLE IF EXISTS old");
        }
        assertThat(shardsWith("old")).isZero();
    }

    @Test
    void withATopologyFileTheProxyKnowsItsOwnOperations() throws Exception {
        try (RunningProxy alone = cluster.startProxyOfFile();
                Connection client = client(alone)) {
            run(
                    client,
                    "CREATE TABLE filed (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)"
                            + " COMMENT 'pinion: object'");
            long id = insert(client, "INSERT INTO filed (data) VALUES ('{}')");
            assertThat(ask(client, "SELECT id FROM filed WHERE id = " + id)).containsExactly("" + id);
            assertThat(ask(client, "SHOW OPERATIONS", "state")).containsExactly("done");
            run(client, "DROP TABLE filed");
        }
        assertThat(shardsWith("filed")).isZero();
    }

    // --- what goes wrong

    @Test
    void aTypingErrorTouchesNothing() throws Exception {
        int before = operations().size();
        try (Connection client = client(first)) {
            assertThatThrownBy(() -> run(
                            client,
                            "CREATE TABLE typo (user_id BIGINT, n NUMBRE, KEY (user_id))"
                                    + " COMMENT 'pinion: mapping from=user_id'"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isIn(1064, 4161));
            assertThatThrownBy(() -> ask(client, "SELECT * FROM typo WHERE user_id = 1"))
                    .hasMessageContaining("doesn't exist");
        }
        assertThat(shardsWith("typo")).isZero();
        assertThat(operations()).hasSize(before);
    }

    @Test
    void aShardThatLacksTheTableKeepsAllFromTheChange() throws Exception {
        int before;
        try (Connection client = client(first)) {
            run(client, "CREATE TABLE lacking " + MAPPING);
            cluster.onShard(40, "DROP TABLE " + SchemaCluster.database(40) + ".lacking");
            before = operations().size();
            assertThatThrownBy(() -> run(client, "ALTER TABLE lacking ADD COLUMN x INT"))
                    .hasMessageContaining("has no table lacking (SHOW SCHEMA DRIFT), so nothing was changed anywhere");
            cluster.onShard(40, "CREATE TABLE " + SchemaCluster.database(40) + ".lacking " + MAPPING);
            run(client, "ALTER TABLE lacking ADD COLUMN x INT");
        }
        assertThat(operations()).hasSize(before + 1);
    }

    @Test
    void whatFailsInTheMiddleIsResumedByAnotherProxy() throws Exception {
        try (Connection client = client(first);
                Connection other = client(second)) {
            run(client, "CREATE TABLE halves " + MAPPING);
            run(client, "INSERT INTO halves VALUES (" + ON_SHARD_40 + ", 7, 1), (" + ON_SHARD_40 + ", 7, 2)");

            assertThatThrownBy(() -> run(client, "CREATE UNIQUE INDEX by_pin ON halves (pin_id)"))
                    .hasMessageContaining("is done on 63 of 64 shards")
                    .hasMessageContaining("shard 40 (pair2): Duplicate entry '7'")
                    .hasMessageContaining("RESUME OPERATION");
            assertThat(operation("CREATE UNIQUE INDEX by_pin ON halves")).containsExactly("failed", "63", "1", "64");
            assertThatThrownBy(() -> run(other, "ALTER TABLE halves ADD COLUMN x INT"))
                    .hasMessageContaining("is unfinished, done on 63 of 64 shards");
            assertThat(drift("halves")).containsExactly("40 lacks index by_pin");

            run(client, "DELETE FROM halves WHERE user_id = " + ON_SHARD_40 + " AND sequence = 2");
            run(other, "RESUME OPERATION " + numberOf("CREATE UNIQUE INDEX by_pin ON halves"));
            assertThat(operation("CREATE UNIQUE INDEX by_pin ON halves")).containsExactly("done", "64", "0", "64");
            assertThat(drift("halves")).isEmpty();
            run(other, "ALTER TABLE halves ADD COLUMN x INT");
        }
    }

    @Test
    void aShardThatHasItAlreadyCountsAsDoneIfItIsTheSame() throws Exception {
        cluster.onShard(5, "CREATE TABLE " + SchemaCluster.database(5) + ".leftover (user_id BIGINT)");
        cluster.onShard(6, "CREATE TABLE " + SchemaCluster.database(6) + ".leftover " + MAPPING);
        try (Connection client = client(first)) {
            assertThatThrownBy(() -> run(client, "CREATE TABLE leftover " + MAPPING))
                    .hasMessageContaining("is done on 63 of 64 shards")
                    .hasMessageContaining("shard 5 (pair1)");
            assertThatThrownBy(() -> ask(client, "SELECT * FROM leftover WHERE user_id = 1"))
                    .hasMessageContaining("doesn't exist");
            cluster.onShard(5, "DROP TABLE " + SchemaCluster.database(5) + ".leftover");
            run(client, "RESUME OPERATION " + numberOf("CREATE TABLE leftover"));
            run(client, "INSERT INTO leftover VALUES (" + ON_SHARD_40 + ", 1, 1)");
        }
    }

    @Test
    void aCancelledOperationLeavesTheTableToOthers() throws Exception {
        cluster.onShard(5, "CREATE TABLE " + SchemaCluster.database(5) + ".given (user_id BIGINT)");
        try (Connection client = client(first)) {
            assertThatThrownBy(() -> run(client, "CREATE TABLE given " + MAPPING))
                    .hasMessageContaining("63 of 64");
            run(client, "CANCEL OPERATION " + numberOf("CREATE TABLE given"));
            assertThat(operation("CREATE TABLE given")).containsExactly("cancelled", "63", "1", "64");
            run(client, "DROP TABLE IF EXISTS given");
        }
        assertThat(shardsWith("given")).isZero();
    }

    @Test
    void killQueryEndsItBeforeTheNextShard() throws Exception {
        try (Connection client = client(first);
                Connection admin = client(first, "admin", "");
                Connection holder = cluster.toShard(0)) {
            run(client, "CREATE TABLE killed " + MAPPING);
            long id = Long.parseLong(ask(client, "SELECT CONNECTION_ID()").getFirst());
            run(holder, "LOCK TABLES " + SchemaCluster.database(0) + ".killed READ");
            try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
                Future<Throwable> waiting = thread.submit(() -> failure(client, "ALTER TABLE killed ADD COLUMN x INT"));
                await(() -> !waitingForLock(0).isEmpty());
                run(admin, "KILL QUERY " + id);
                run(holder, "UNLOCK TABLES");
                assertThat(waiting.get(30, TimeUnit.SECONDS))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1317))
                        .hasMessageContaining("is done on 1 of 64 shards");
            }
            run(client, "RESUME OPERATION " + numberOf("ALTER TABLE killed"));
            assertThat(drift("killed")).isEmpty();
        }
    }

    @Test
    void cancelAtAnotherProxyEndsItBeforeTheNextShard() throws Exception {
        try (Connection client = client(first);
                Connection admin = client(second, "admin", "");
                Connection holder = cluster.toShard(0)) {
            run(client, "CREATE TABLE unwanted " + MAPPING);
            run(holder, "LOCK TABLES " + SchemaCluster.database(0) + ".unwanted READ");
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                Future<Throwable> waiting =
                        threads.submit(() -> failure(client, "ALTER TABLE unwanted ADD COLUMN x INT"));
                await(() -> !waitingForLock(0).isEmpty());
                long number = numberOf("ALTER TABLE unwanted");
                Future<?> cancelled = threads.submit(() -> {
                    run(admin, "CANCEL OPERATION " + number);
                    return null;
                });
                TimeUnit.SECONDS.sleep(2);
                assertThat(cancelled.isDone()).isFalse();
                run(holder, "UNLOCK TABLES");
                assertThat(waiting.get(30, TimeUnit.SECONDS))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1317))
                        .hasMessageContaining("is done on 1 of 64 shards: it was cancelled; what was done stays");
                cancelled.get(30, TimeUnit.SECONDS);
            }
            assertThat(operation("ALTER TABLE unwanted")).containsExactly("cancelled", "1", "0", "64");
            assertThat(drift("unwanted")).hasSize(63);
        }
    }

    @Test
    void usersHaveTheirOwn() throws Exception {
        try (Connection client = client(first);
                Connection stranger = connect(first, "lookup", "lookupper", "")) {
            run(client, "CREATE TABLE owned " + MAPPING);
            assertThat(ask(stranger, "SHOW OPERATIONS", "statement"))
                    .noneMatch(statement -> statement.contains("owned"));
            assertThatThrownBy(() -> run(stranger, "RESUME OPERATION " + numberOf("CREATE TABLE owned")))
                    .hasMessageContaining("there is no operation");
            assertThatThrownBy(() -> run(stranger, "DROP TABLE pinterest.owned"))
                    .hasMessageContaining("Access denied");
            assertThatThrownBy(() -> run(stranger, "DECLARE TABLE pinterest.owned AS 'reference'"))
                    .hasMessageContaining("Access denied");
        }
    }
}
