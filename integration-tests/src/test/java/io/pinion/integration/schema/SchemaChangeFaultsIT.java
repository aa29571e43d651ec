package io.pinion.integration.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** On MariaDB, whose servers can also be stopped. */
@ParameterizedClass(name = "{0}")
@EnumSource(value = ServerProduct.class, names = "MARIADB")
class SchemaChangeFaultsIT extends SchemaChanges {
    private static final Pattern READY = Pattern.compile("is ready: clients at 127\\.0\\.0\\.1:(\\d+)");

    @Test
    void whileAPairTakesNoWritesNothingBegins() throws Exception {
        LocalServer server = cluster.second().orElseThrow();
        try (Connection client = client(first)) {
            server.stop();
            try {
                assertThatThrownBy(() -> run(client, "CREATE TABLE later " + MAPPING))
                        .hasMessageContaining("the primary of pair pair2 can't be reached")
                        .hasMessageContaining("nothing was changed anywhere");
            } finally {
                server.start();
            }
            server.fence(true);
            try {
                assertThatThrownBy(() -> run(client, "CREATE TABLE later " + MAPPING))
                        .hasMessageContaining("the primary of pair pair2,")
                        .hasMessageContaining("takes no writes now");
            } finally {
                server.fence(false);
            }
            assertThat(shardsWith("later")).isZero();
            run(client, "CREATE TABLE later " + MAPPING);
        }
        assertThat(shardsWith("later")).isEqualTo(SchemaCluster.SHARDS);
    }

    @Test
    void withoutZooKeeperNothingBegins() throws Exception {
        try (Connection client = client(first)) {
            cluster.zooKeeper().stop();
            try {
                assertThatThrownBy(() -> run(client, "CREATE TABLE unheard " + MAPPING))
                        .hasMessageContaining("is ZooKeeper up at");
            } finally {
                cluster.zooKeeper().start();
            }
            assertThat(shardsWith("unheard")).isZero();
            await(() -> {
                try {
                    run(client, "CREATE TABLE unheard " + MAPPING);
                    return true;
                } catch (SQLException notYet) {
                    return false;
                }
            });
        }
        assertThat(shardsWith("unheard")).isEqualTo(SchemaCluster.SHARDS);
    }

    /** The proxy dies while a server works for it, so that nobody knows whether that shard is done. */
    @Test
    void whatAKilledProxyHasBegunAnotherOneEnds() throws Exception {
        try (Connection client = client(first)) {
            run(client, "CREATE TABLE orphan " + MAPPING);
        }
        killProxyDuring("ALTER TABLE orphan ADD COLUMN x INT", "orphan");
        try (Connection admin = client(second, "admin", "")) {
            run(admin, "RESUME OPERATION " + numberOf("ALTER TABLE orphan"));
        }
        assertThat(operation("ALTER TABLE orphan")).isEqualTo(List.of("done", "64", "0", "64"));
        assertThat(drift("orphan")).isEmpty();
    }

    /**
     * The proxy stands still while a server works for it, and goes on when another one has finished the change: that has ended its
     * statement first, which would make an index of its own otherwise.
     */
    @Test
    void whatAProxyThatStandsStillHasBegunRunsBehindNoOther() throws Exception {
        String statement = "ALTER TABLE still ADD INDEX (pin_id)";
        try (Connection client = client(first)) {
            run(client, "CREATE TABLE still " + MAPPING);
        }
        Path directory = cluster.newDirectory();
        Process proxy = startProcess(directory);
        try (Connection holder = cluster.toShard(40);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            await(() -> portIn(directory) > 0 || !proxy.isAlive());
            run(holder, "LOCK TABLES " + SchemaCluster.database(40) + ".still READ");
            Connection client = connect(portIn(directory), "pinterest", "app", "");
            Future<Throwable> waiting = threads.submit(() -> failure(client, statement));
            await(() -> !waitingForLock(40).isEmpty());
            List<String> begun = waitingForLock(40);
            signal("STOP", proxy);
            await(() -> operation(statement).get(0).equals("interrupted"));

            Future<?> second = threads.submit(() -> resume(statement));
            await(() -> !waitingForLock(40).isEmpty() && !waitingForLock(40).equals(begun));
            run(holder, "UNLOCK TABLES");
            second.get(60, TimeUnit.SECONDS);

            signal("CONT", proxy);
            assertThat(waiting.get(60, TimeUnit.SECONDS)).isNotNull();
        } finally {
            proxy.destroyForcibly();
        }
        assertThat(operation(statement)).isEqualTo(List.of("done", "64", "0", "64"));
        assertThat(drift("still")).isEmpty();
        try (Connection shard = cluster.toShard(40)) {
            assertThat(ask(
                            shard,
                            "SELECT index_name FROM information_schema.statistics WHERE table_name = 'still'"
                                    + " AND column_name = 'pin_id' AND table_schema = '" + SchemaCluster.database(40)
                                    + "' AND index_name LIKE 'pin_id%'"))
                    .containsExactly("pin_id");
        }
    }

    private @Nullable Void resume(String statement) throws Exception {
        try (Connection admin = client(second, "admin", "")) {
            run(admin, "RESUME OPERATION " + numberOf(statement));
        }
        return null;
    }

    private static void signal(String name, Process process) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** New rows may be there when a TRUNCATE is resumed that has emptied the table already, or has not. */
    @Test
    void aTruncateThatBrokeOffTakesNoNewRows() throws Exception {
        String table = SchemaCluster.database(40) + ".emptied";
        try (Connection client = client(first)) {
            run(client, "CREATE TABLE emptied " + MAPPING);
            killProxyDuring("TRUNCATE TABLE emptied", "emptied");
            await(() -> waitingForLock(40).isEmpty());
            run(client, "INSERT INTO emptied VALUES (" + ON_SHARD_40 + ", 1, 1)");
        }
        try (Connection admin = client(second, "admin", "")) {
            assertThatThrownBy(() -> run(admin, "RESUME OPERATION " + numberOf("TRUNCATE TABLE emptied")))
                    .hasMessageContaining("is done on 63 of 64 shards")
                    .hasMessageContaining("TRUNCATE " + table + " yourself before you resume");
            assertThat(ask(admin, "SELECT pin_id FROM emptied WHERE user_id = " + ON_SHARD_40))
                    .containsExactly("1");
            cluster.onShard(40, "TRUNCATE " + table);
            run(admin, "RESUME OPERATION " + numberOf("TRUNCATE TABLE emptied"));
        }
        assertThat(operation("TRUNCATE TABLE emptied")).isEqualTo(List.of("done", "64", "0", "64"));
    }

    /** A proxy of its own runs the statement, whose server waits for shard 40 when it is killed. */
    private void killProxyDuring(String statement, String table) throws Exception {
        Path directory = cluster.newDirectory();
        Process proxy = startProcess(directory);
        try (Connection holder = cluster.toShard(40)) {
            await(() -> portIn(directory) > 0 || !proxy.isAlive());
            run(holder, "LOCK TABLES " + SchemaCluster.database(40) + "." + table + " READ");
            try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
                Connection client = connect(portIn(directory), "pinterest", "app", "");
                Future<Throwable> waiting = thread.submit(() -> failure(client, statement));
                await(() -> !waitingForLock(40).isEmpty());
                await(() -> operation(statement).get(0).equals("running"));
                proxy.destroyForcibly().waitFor();
                assertThat(waiting.get(30, TimeUnit.SECONDS)).isNotNull();
            }
            // The server goes on with what it was told when the lock is free, or drops it: both may be.
            run(holder, "UNLOCK TABLES");
        } finally {
            proxy.destroyForcibly();
        }
        await(() -> operation(statement).get(0).equals("interrupted"));
    }

    private Process startProcess(Path directory) throws Exception {
        Path settings = Files.writeString(directory.resolve("settings.yaml"), """
                data_directory: %s
                topology: {zookeeper: "%s", cluster: %s, session_timeout: 4s}
                """.formatted(
                        directory, cluster.zooKeeper().connectString(), SchemaCluster.CLUSTER));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.pinion.cli.Main",
                        "serve",
                        "--config",
                        settings.toString(),
                        "--port",
                        "0",
                        "--http-port",
                        "0")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    @Test
    void zooKeeperGoesAwayInTheMiddle() throws Exception {
        try (Connection client = client(first);
                Connection holder = cluster.toShard(40)) {
            run(client, "CREATE TABLE adrift " + MAPPING);
            run(holder, "LOCK TABLES " + SchemaCluster.database(40) + ".adrift READ");
            try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
                Future<Throwable> waiting = thread.submit(() -> failure(client, "ALTER TABLE adrift ADD COLUMN x INT"));
                await(() -> !waitingForLock(40).isEmpty());
                cluster.zooKeeper().stop();
                run(holder, "UNLOCK TABLES");
                assertThat(waiting.get(60, TimeUnit.SECONDS))
                        .hasMessageContaining("of 64 shards")
                        .hasMessageContaining("RESUME OPERATION");
            } finally {
                cluster.zooKeeper().start();
            }
            await(() -> isReachable() && !operation("ALTER TABLE adrift").get(0).equals("running"));
            run(client, "RESUME OPERATION " + numberOf("ALTER TABLE adrift"));
            assertThat(drift("adrift")).isEmpty();
        }
    }

    /** Whether the second proxy reaches ZooKeeper. */
    private boolean isReachable() {
        try {
            return numberOf("") > 0;
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** 0 until the proxy has said where clients connect. */
    private static int portIn(Path directory) throws Exception {
        Matcher ready = READY.matcher(Files.readString(directory.resolve("log")));
        return ready.find() ? Integer.parseInt(ready.group(1)) : 0;
    }
}
