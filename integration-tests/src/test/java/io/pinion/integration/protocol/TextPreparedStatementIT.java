package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.MySql97Proxy;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** PREPARE, EXECUTE and DEALLOCATE in sharded keyspaces, where each EXECUTE goes where its values say. */
@ExtendWith(LeakWatch.class)
class TextPreparedStatementIT {
    private static final long PIN_OF_SHARD_1 = 1L << 46 | 1L << 36 | 4_001;
    private static final long PIN_OF_SHARD_5 = RealCluster.SHARD_5 | 1L << 36 | 4_001;

    private static TestProxy proxy;

    @BeforeAll
    static void start() throws SQLException {
        RealCluster cluster = RealCluster.shared();
        cluster.first().execute("REPLACE INTO db00001.pins (local_id, data) VALUES (4001, 'of shard 1')");
        cluster.second().execute("REPLACE INTO db00005.pins (local_id, data) VALUES (4001, 'of shard 5')");
        // md5('1.2.3.4') mod 8 is 1.
        cluster.first().execute("REPLACE INTO msdb00001.ip_data VALUES ('1.2.3.4', 'found')");
        proxy = cluster.proxy().start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void eachExecutionGoesWhereItsValuesSay() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "PREPARE s FROM 'SELECT data FROM pins WHERE id = ?'");
            assertDone(client, "SET @a = " + PIN_OF_SHARD_1 + ", @b = " + PIN_OF_SHARD_5);

            assertThat(client.query("EXECUTE s USING @a").rows()).containsExactly("of shard 1");
            assertThat(client.query("EXECUTE S USING @B").rows()).containsExactly("of shard 5");
            assertThat(client.query("EXECUTE s USING @nothing").rows()).isEmpty();
        }
    }

    @Test
    void aKeyIsHashedByTheBytesOfTheVariable() {
        try (RawClient client = in("lookup")) {
            assertDone(client, "PREPARE s FROM 'SELECT data FROM ip_data WHERE ip = ?'");
            assertDone(client, "SET @literal = '1.2.3.4', @computed = CONCAT('1.2', '.3.4')");

            assertThat(client.query("EXECUTE s USING @literal").rows()).containsExactly("found");
            assertThat(client.query("EXECUTE s USING @computed").rows()).containsExactly("found");
        }
    }

    @Test
    void valuesKeepTheirTypes() {
        try (RawClient client = in("pinterest")) {
            assertDone(
                    client, "PREPARE s FROM 'SELECT CONCAT(?, \"/\", HEX(?), \"/\", ? IS NULL, \"/\", ?, \"/\", ?)'");
            assertDone(
                    client,
                    "SET @u = CAST(18446744073709551615 AS UNSIGNED), @s = _latin1 X'E9', @n = NULL, @d = 1.50, @q = 'it''s \\\\ ?'");

            assertThat(client.query("EXECUTE s USING @u, @s, @n, @d, @q").rows())
                    .containsExactly("18446744073709551615/E9/1/1.50/it's \\ ?");
        }
    }

    @Test
    void limitsTakeVariables() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "PREPARE s FROM 'SELECT data FROM pins WHERE id = ? LIMIT ?'");
            assertDone(client, "SET @id = " + PIN_OF_SHARD_1 + ", @none = 0, @one = 1 + 0");

            assertThat(client.query("EXECUTE s USING @id, @none").rows()).isEmpty();
            assertThat(client.query("EXECUTE s USING @id, @one").rows()).containsExactly("of shard 1");
        }
    }

    @Test
    void writesGoWhereTheirValuesSay() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "PREPARE s FROM 'INSERT INTO pins (id, data) VALUES (?, ?)'");
            assertDone(client, "SET @id = " + (PIN_OF_SHARD_5 + 1) + ", @data = '{}'");
            assertDone(client, "BEGIN");

            RawClient.Answer inserted = client.query("EXECUTE s USING @id, @data");
            assertThat(inserted.affected()).isEqualTo(1);
            assertThat(inserted.inTransaction()).isTrue();
            assertThat(client.query("SELECT data FROM pins WHERE id = " + (PIN_OF_SHARD_5 + 1))
                            .rows())
                    .containsExactly("{}");
            assertDone(client, "ROLLBACK");
        }
    }

    @Test
    void aTextMayComeFromAVariable() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "SET @text = CONCAT('SELECT data FROM pins', ' WHERE id = ?'), @id = " + PIN_OF_SHARD_5);
            assertDone(client, "PREPARE s FROM @text");

            assertThat(client.query("EXECUTE s USING @id").rows()).containsExactly("of shard 5");
            assertThat(client.query("EXECUTE IMMEDIATE @text USING @id").rows()).containsExactly("of shard 5");
            assertThat(client.query("PREPARE s FROM @nothing").errorCode()).isEqualTo(1064);
        }
    }

    @Test
    void severalInOneTextFollowEachOther() {
        try (RawClient client = in("pinterest")) {
            client.sendQuery(
                    "SET @id = " + PIN_OF_SHARD_1
                            + "; PREPARE s FROM 'SELECT data FROM pins WHERE id = ?'; EXECUTE s USING @id; DEALLOCATE PREPARE s");

            assertThat(client.readAnswer().errorCode()).isZero();
            assertThat(client.readAnswer().errorCode()).isZero();
            assertThat(client.readAnswer().rows()).containsExactly("of shard 1");
            assertThat(client.readAnswer().errorCode()).isZero();
        }
    }

    @Test
    void mistakesAreToldAsByAServer() {
        try (RawClient client = in("pinterest")) {
            assertThat(client.query("PREPARE s FROM 'SELECT nosuch FROM pins WHERE id = ?'")
                            .errorCode())
                    .isEqualTo(1054);
            assertThat(client.query("PREPARE s FROM 'SELECT 1; SELECT 2'").errorCode())
                    .isEqualTo(1064);
            assertThat(client.query("EXECUTE s").errorCode()).isEqualTo(1243);
            assertDone(client, "PREPARE s FROM 'SELECT data FROM pins WHERE id = ?'");
            assertThat(client.query("EXECUTE s").errorCode()).isEqualTo(1210);
            assertThat(client.query("EXECUTE s USING @a, @b").errorCode()).isEqualTo(1210);
            assertThat(client.query("PREPARE s FROM 'nonsense'").errorCode()).isEqualTo(1064);
            assertThat(client.query("EXECUTE s USING @a").errorCode()).isEqualTo(1243);
        }
    }

    @Test
    void whatIsDeallocatedOrResetIsGone() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "PREPARE `My s` FROM 'SELECT 1'");
            assertThat(client.query("EXECUTE `my S`").rows()).containsExactly("1");
            assertDone(client, "DEALLOCATE PREPARE `my s`");
            assertThat(client.query("EXECUTE `my s`").errorCode()).isEqualTo(1243);
            assertThat(client.query("DEALLOCATE PREPARE `my s`").errorCode()).isEqualTo(1243);
            assertDone(client, "PREPARE t FROM 'SELECT 1'");
            client.command(0x1F, "");
            assertThat(client.query("EXECUTE t").errorCode()).isEqualTo(1243);
        }
    }

    @Test
    void namesAreThoseOfTheDatabaseThatItWasPreparedIn() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "PREPARE s FROM 'SELECT data FROM pins WHERE id = ?'");
            assertDone(client, "USE legacy");
            assertDone(client, "SET @id = " + PIN_OF_SHARD_5);

            assertThat(client.query("EXECUTE s USING @id").rows()).containsExactly("of shard 5");
            // A server keeps this one, under the same name.
            assertDone(client, "PREPARE s FROM 'SELECT ? + 1'");
            assertDone(client, "SET @n = 1");
            assertThat(client.query("EXECUTE s USING @n").rows()).containsExactly("2");
        }
    }

    @Test
    void aTextThatWouldBeReadOtherwiseMustBePreparedAgain() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "PREPARE s FROM 'SELECT \"x\"'");
            assertDone(client, "SET sql_mode = 'ANSI_QUOTES'");

            assertThat(client.query("EXECUTE s").error()).contains("PREPARE it again");
        }
    }

    @Test
    void theBinaryProtocolDoesNotPrepareThem() {
        try (RawClient client = in("pinterest")) {
            assertDone(client, "PREPARE s FROM 'SELECT 1'");
            assertThat(client.command(0x16, "EXECUTE s").errorCode()).isEqualTo(1295);
        }
    }

    @Test
    @NeedsMySql97
    void mySqlsVariablesKeepTheirTypesToo(@TempDir Path directory) throws Exception {
        try (MySql97Proxy mySql = MySql97Proxy.start(directory);
                RawClient client = mySql.loggedIn(RawClient.CLASSIC, MySql97Proxy.SHARDED)) {
            long id = 1L << 46 | 1L << 36 | 9;
            assertDone(client, "PREPARE i FROM 'INSERT INTO pins (id, data) VALUES (?, ?)'");
            assertDone(client, "SET @id = " + id + ", @text = 'nine', @n = NULL, @u = ~0, @d = 1.50, @f = 1e3");
            assertDone(client, "EXECUTE i USING @id, @text");
            assertDone(client, "PREPARE s FROM 'SELECT data FROM pins WHERE id = ?'");
            assertThat(client.query("EXECUTE s USING @id").rows()).containsExactly("nine");
            assertDone(client, "PREPARE t FROM 'SELECT CONCAT_WS(''/'', ? IS NULL, ?, ?, ?)'");
            assertThat(client.query("EXECUTE t USING @n, @u, @d, @f").rows())
                    .containsExactly("1/18446744073709551615/1.50/1000");
        }
    }

    private static RawClient in(String database) {
        RawClient client = new RawClient(proxy.port());
        int severalStatements = 1 << 16 | 1 << 17;
        client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC | severalStatements, database);
        return client;
    }

    private static void assertDone(RawClient client, String sql) {
        RawClient.Answer answer = client.query(sql);
        assertThat(answer.errorCode()).as(answer.error()).isZero();
    }
}
