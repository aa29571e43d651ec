package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shards become Parquet files, while the proxies that write them get {@code kill -9} at any moment, and the export is
 * resumed at another one: the files are those of an export that nobody has disturbed, DuckDB finds the sums of each
 * shard in them, and the primaries read nothing. By hand: {@code -Dpinion.export.rows=10000000
 * -Dpinion.export.shards=256 -Dpinion.export.kills=5}; {@code -Dpinion.empty} for other servers, {@code
 * -Dpinion.tests.jit=-XX:+TieredCompilation} for the compiler that serves.
 */
class KilledExportIT {
    private static final int ROWS = Integer.getInteger("pinion.export.rows", 8_000);
    private static final int SHARDS = Integer.getInteger("pinion.export.shards", 16);
    private static final int KILLS = Integer.getInteger("pinion.export.kills", 2);
    private static final long SEED = Long.getLong("pinion.export.seed", System.nanoTime());
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** One that is over before its proxy is killed is no trial. */
    private static final int MOST_EXPORTS = 10 * KILLS;

    private static final List<String> SUMS_OF_SHARD = List.of(
            "COUNT(*)", "SUM(local_id)", "SUM(likes)", "SUM(price)", "SUM(OCTET_LENGTH(data))", "MIN(ts)", "MAX(ts)");

    private static final Pattern STOPPED = Pattern.compile("replication is stopped; let it follow \\((.*?)\\)");

    private final Random random = new Random(SEED);
    private final Parts parts = new Parts();

    @AfterEach
    void stop() throws Exception {
        parts.end();
    }

    @Test
    void filesAreTheSameHoweverOftenAProxyDies(@TempDir Path directory) throws Exception {
        System.out.println("the seed is " + SEED);
        ExportedCluster cluster = ExportedCluster.start(directory, SHARDS, ROWS, parts);
        long read = cluster.readOnPrimaries();
        long begun = System.nanoTime();
        requireDone(cluster, begun(cluster, "whole"));
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        Map<String, String> whole = files(cluster.exports().resolve("whole"));
        System.out.printf("%,d rows over %d shards exported in %d ms%n", ROWS, SHARDS, took.toMillis());
        int kills = 0;
        for (int export = 1; kills < KILLS && export <= MOST_EXPORTS; export++) {
            String place = "killed-" + export;
            kills += killed(cluster, begun(cluster, place), took, KILLS - kills);
            assertThat(files(cluster.exports().resolve(place))).isEqualTo(whole).hasSize(SHARDS);
        }
        read = cluster.readOnPrimaries() - read;
        System.out.printf("%d kills; the primaries have read %d rows%n", kills, read);
        assertThat(kills).isEqualTo(KILLS);
        requireSums(cluster, "whole");
        assertThat(read).isLessThan(ROWS / 10);
    }

    /** @return the operation's number */
    private static long begun(ExportedCluster cluster, String place) throws SQLException {
        try (Connection client = cluster.proxies().connect(0)) {
            return Long.parseLong(JdbcClients.value(client, "EXPORT KEYSPACE pinterest TO '" + place + "'"));
        }
    }

    /**
     * Kills the proxies of an export until it is done.
     *
     * @return how often
     */
    private int killed(ExportedCluster cluster, long number, Duration took, int most) throws Exception {
        JournalWatch journal = cluster.proxies().journal();
        int kills = 0;
        while (kills < most) {
            TimeUnit.NANOSECONDS.sleep((long) (took.toNanos() * random.nextDouble()));
            Operation now = journal.read(number);
            if (now.progress().state() != State.RUNNING) {
                break;
            }
            System.out.println("killed at " + now.progress().words() + ": "
                    + now.progress().proxy());
            cluster.proxies().killAndStart(now.progress().proxy());
            kills++;
            resume(cluster, number, now.progress().attempt());
        }
        requireDone(cluster, number);
        return kills;
    }

    /** The dead proxy's lock is there for a while; another proxy may take the operation up by itself meanwhile. */
    private static void resume(ExportedCluster cluster, long number, String attempt) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        JournalWatch journal = cluster.proxies().journal();
        while (journal.read(number).progress().attempt().equals(attempt)
                && !journal.read(number).progress().state().isOver()) {
            assertThat(System.nanoTime()).isLessThan(end);
            try (Connection client = cluster.proxies().connect(1)) {
                JdbcClients.execute(client, "RESUME OPERATION " + number);
            } catch (SQLException e) {
                System.out.println("not yet resumed: " + e.getMessage());
                TimeUnit.MILLISECONDS.sleep(500);
            }
        }
    }

    private static void requireDone(ExportedCluster cluster, long number) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        Operation now = cluster.proxies().journal().read(number);
        while (now.progress().state() == State.RUNNING && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(10);
            now = cluster.proxies().journal().read(number);
            letFollow(cluster, now.progress().words());
        }
        assertThat(now.progress().state()).as(now.progress().words()).isEqualTo(State.DONE);
    }

    /** A proxy that dies in the wrong millisecond leaves a standby that applies nothing: an operator reads what to type. */
    private static void letFollow(ExportedCluster cluster, String words) throws SQLException {
        Matcher stopped = STOPPED.matcher(words);
        if (stopped.find()) {
            System.out.println("typed on the standbys: " + stopped.group(1));
            for (int shard = 0; shard < SHARDS; shard++) {
                try (Connection standby = cluster.standby(shard)) {
                    JdbcClients.execute(standby, stopped.group(1).split("; "));
                }
            }
        }
    }

    /** The checksums of all files by their path, but for the manifest's. */
    private static Map<String, String> files(Path place) throws Exception {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(place)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("manifest.json")) {
                    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                    files.put(place.relativize(file).toString(), HexFormat.of().formatHex(digest));
                }
            }
        }
        return files;
    }

    private static void requireSums(ExportedCluster cluster, String place) throws SQLException {
        String pins =
                "read_parquet('" + cluster.exports().resolve(place) + "/pins/*/*.parquet', hive_types = {shard: INT})";
        List<String> stored = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            try (Connection standby = cluster.standby(shard)) {
                JdbcClients.execute(standby, "SET time_zone = '+00:00'");
                stored.addAll(rows(
                        standby,
                        "SELECT " + shard + ", " + String.join(", ", SUMS_OF_SHARD)
                                + ", SUM(CAST(CONV(LEFT(MD5(data), 8), 16, 10) AS UNSIGNED)) FROM "
                                + cluster.table(shard)));
            }
        }
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
            JdbcClients.execute(duckDb, "SET TimeZone = 'UTC'");
            String sums = String.join(", ", SUMS_OF_SHARD)
                    .replace("OCTET_LENGTH(data)", "strlen(data)")
                    .replaceAll("(M..)\\(ts\\)", "strftime($1(ts), '%Y-%m-%d %H:%M:%S')");
            assertThat(rows(
                            duckDb,
                            "SELECT shard, " + sums + ", SUM(CAST('0x' || left(md5(data), 8) AS BIGINT)) FROM " + pins
                                    + " GROUP BY shard ORDER BY shard"))
                    .isEqualTo(stored);
            assertThat(rows(duckDb, "SELECT COUNT(DISTINCT id) FROM " + pins))
                    .containsExactly("" + ROWS / SHARDS * SHARDS);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
                    row.add(String.valueOf(found.getString(column)));
                }
                rows.add(String.join(" ", row));
            }
        }
        return rows;
    }
}
