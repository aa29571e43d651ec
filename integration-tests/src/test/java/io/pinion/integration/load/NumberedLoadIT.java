package io.pinion.integration.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** LOAD DATA LOCAL into tables whose rows get numbers of a sequence, beside an AUTO_INCREMENT column of one server. */
@OnEachServer
class NumberedLoadIT extends WritesBesideOneServer {
    private static final int MANY = 30_000;

    private Path directory;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void keepFilesIn(@TempDir Path files) {
        directory = files;
    }

    @Override
    protected String makeTables() throws SQLException {
        for (int shard : new int[] {0, SchemaCluster.SHARDS - 1}) {
            cluster.onShard(shard, "SET GLOBAL local_infile = 1");
        }
        run(
                client,
                "CREATE TABLE posts (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY) COMMENT 'pinion: object"
                        + " type=1'");
        String notes =
                "CREATE TABLE notes (user_id BIGINT NOT NULL, note_id BIGINT NOT NULL %s, words VARCHAR(24) NOT NULL,"
                        + " UNIQUE (user_id, words), PRIMARY KEY (%snote_id)) CHARACTER SET utf8mb4";
        run(client, notes.formatted("", "user_id, ") + " COMMENT 'pinion: mapping from=user_id sequence=note_id'");
        run(plain, notes.formatted("AUTO_INCREMENT", ""));
        both("CREATE TABLE kinds (kind_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(24))", "reference");
        return "kinds";
    }

    /** Both sides go on from the same number. */
    @BeforeEach
    void beginAnew() throws SQLException {
        both("DELETE FROM notes");
        both("DELETE FROM kinds");
        run(client, "INSERT INTO notes (user_id, words) VALUES (" + post(7, 7) + ", 'last')");
        run(plain, "INSERT INTO notes VALUES (" + post(7, 7) + ", " + lastNote() + ", 'last')");
    }

    private long lastNote() throws SQLException {
        return Long.parseLong(ask(client, "SELECT MAX(note_id) FROM notes").getFirst());
    }

    @Test
    void rowsWithoutTheColumnGetNumbersInTheirOrder() throws Exception {
        sameLoad(
                "notes",
                "",
                "FIELDS TERMINATED BY ',' (words, user_id)",
                "one,%d\n,%d\n\"three\",%d,more\nfour,%d".formatted(post(1, 1), post(63, 2), post(1, 9), post(5, 5)));
        sameLoad(
                "notes",
                "",
                "FIELDS TERMINATED BY '||' ENCLOSED BY '\"' LINES STARTING BY '7>' TERMINATED BY '\\r\\n' IGNORE 1 LINES"
                        + " (@more, user_id, @w) SET words = CONCAT('<', @w, '>')",
                "head\r\nx7>|x||\"%d\"||\"a||b\"\r\n7>NULL||%d||c||d||e\r\nno\r\n".formatted(post(1, 1), post(63, 2)));
    }

    @Test
    void rowsWithNullOrZeroGetNumbersAndOthersBringTheirs() throws Exception {
        long above = lastNote() + 5000;
        sameLoad(
                "notes",
                "",
                "",
                ("%d\t\\N\tone\n%d\t0 \ttwo\n%d\t" + above + "\tthree\n%d\t +" + (above + 3)
                                + " \tfour\n%d\t\\N\tfive\n")
                        .formatted(post(1, 1), post(63, 2), post(40, 1), post(1, 9), post(5, 5)));
        run(client, "INSERT INTO notes (user_id, words) VALUES (" + post(3, 3) + ", 'behind')");
        assertThat(lastNote()).isGreaterThan(above + 4);
    }

    @Test
    void zeroIsANumberInItsMode() throws Exception {
        both("SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
        sameLoad("notes", "", "", "%d\t0\tzero\n%d\t\\N\tone\n".formatted(post(1, 1), post(63, 2)));
        both("SET sql_mode = DEFAULT");
    }

    @Test
    void aRowThatIsSkippedKeepsTheInsertIdUntold() throws Exception {
        sameLoad("notes", "REPLACE", "(user_id, words)", "%d\tlast\n%d\tnew\n".formatted(post(7, 7), post(8, 8)));
        String before = ask(client, "SELECT LAST_INSERT_ID()").getFirst();
        sameInfo("notes", "IGNORE", "(user_id, words)", "%d\tnew\n%d\tnewer\n".formatted(post(8, 8), post(8, 8)));
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly(before);
    }

    @Test
    void copiesGetTheSameNumbers() throws Exception {
        sameInfo("kinds", "", "(name)", "red\ngreen\n\nblue");
        assertThat(copies("SELECT GROUP_CONCAT(kind_id, name ORDER BY kind_id) FROM ", "kinds"))
                .hasSize(1);
        assertThat(ask(client, "SELECT name FROM kinds ORDER BY kind_id")).containsExactly("red", "green", "", "blue");
        assertThat(ask(client, "SELECT LAST_INSERT_ID() = MIN(kind_id) FROM kinds"))
                .containsExactly("1");
    }

    @Test
    void numbersAreTakenWithinTheClientsTransactionToo() throws Exception {
        long last = lastNote();
        Path file = file("%d\t%d\tone\n%d\t\\N\ttwo\n".formatted(post(1, 1), last + 70_000, post(2, 2)));
        run(client, "BEGIN", load(file, "notes", "", ""));
        assertThat(ask(client, "SELECT words FROM notes ORDER BY note_id")).containsExactly("last", "one", "two");
        run(client, "ROLLBACK", "INSERT INTO notes (user_id, words) VALUES (" + post(3, 3) + ", 'behind')");
        assertThat(ask(client, "SELECT words FROM notes ORDER BY note_id")).containsExactly("last", "behind");
        assertThat(lastNote()).isGreaterThan(last + 70_001);
    }

    @Test
    void aNumberThatIsNoneStopsTheFile() throws Exception {
        for (String number : List.of("x", "", "9223372036854775807", "-3")) {
            Path file = file("%d\t\\N\tone\n%d\t%s\ttwo\n".formatted(post(1, 1), post(2, 2), number));
            assertThatThrownBy(() -> run(client, load(file, "notes", "", "")))
                    .hasMessageContaining("row 2 of the file has '" + number + "' for note_id");
        }
        Path file = file(post(1, 1) + "\n");
        assertThatThrownBy(() -> run(client, load(file, "notes", "", "")))
                .hasMessageContaining("row 1 of the file ends before the field for note_id");
        assertThat(ask(client, "SELECT words FROM notes")).containsExactly("last");
    }

    /** Through two proxies at once. */
    @Test
    void noNumberOfManyComesTwice() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < MANY; i++) {
            rows.append(post(i % 64, i)).append("\tw").append(i).append('\n');
        }
        Path one = file(rows.toString());
        Path two = file(rows.toString().replace("\tw", "\tv"));
        try (Connection other = connect(second);
                ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<?> more = beside.submit(() -> {
                run(other, load(two, "notes", "", "(user_id, words)"));
                return null;
            });
            run(client, load(one, "notes", "", "(user_id, words)"));
            more.get();
        }
        assertThat(ask(client, "SELECT COUNT(*), COUNT(DISTINCT note_id) FROM notes"))
                .containsExactly((2 * MANY + 1) + " | " + (2 * MANY + 1));
        assertThat(ask(
                        client,
                        "SELECT LAST_INSERT_ID() = note_id FROM notes WHERE user_id = " + post(0, 0)
                                + " AND words = 'w0'"))
                .containsExactly("1");
        assertThat(ask(
                        client,
                        "SELECT COUNT(*) FROM notes WHERE words LIKE 'w%' AND note_id < (SELECT note_id FROM notes WHERE"
                                + " user_id = " + post(0, 0) + " AND words = 'w0')"))
                .containsExactly("0");
    }

    // --- helpers

    /** The same counts, the same rows but for the distance of their numbers, and LAST_INSERT_ID() of the same row. */
    private void sameLoad(String table, String how, String format, String rows) throws Exception {
        sameInfo(table, how, format, rows);
        String select = "SELECT user_id, words, note_id = LAST_INSERT_ID() FROM notes ORDER BY note_id";
        assertThat(ask(client, select)).isEqualTo(ask(plain, select)).anyMatch(row -> row.endsWith("1"));
    }

    private void sameInfo(String table, String how, String format, String rows) throws Exception {
        String sql = load(file(rows), table, how, format);
        assertThat(ShardedLoadIT.info(client, sql)).as(sql).isEqualTo(ShardedLoadIT.info(plain, sql));
    }

    private Path file(String rows) throws Exception {
        return Files.writeString(Files.createTempFile(directory, "rows", ""), rows);
    }

    private static String load(Path file, String table, String how, String format) {
        return "LOAD DATA LOCAL INFILE '" + file + "' " + how + " INTO TABLE " + table + " " + format;
    }
}
