package io.pinion.integration.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.copy.RowChange;
import io.pinion.operations.copy.TableMirror;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** A copy of a table on another real server is made equal to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachServer
class TableMirrorIT {
    private static final int THOUSANDS = 7;

    private TwoServers servers;
    private Connection source;
    private Connection target;
    private ServerConnection reader;
    private ServerConnection writer;
    private Pace pace;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void open(@TempDir Path directory) throws Exception {
        servers = TwoServers.start(product, directory);
        source = servers.connect(servers.first());
        target = servers.connect(servers.second());
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (source != null) {
            source.close();
            target.close();
            servers.close();
        }
    }

    @BeforeEach
    void begin() throws SQLException {
        Jdbc.execute(source, "SET NAMES utf8mb4");
        for (Connection server : List.of(source, target)) {
            Jdbc.execute(server, "CREATE DATABASE mirrored CHARACTER SET utf8mb4");
        }
        reader = servers.login(servers.first()).open(Duration.ofMinutes(1));
        writer = servers.login(servers.second()).open(Duration.ofMinutes(1));
        reader.execute(TableMirror.settings(reader, 5));
        writer.execute(TableMirror.settings(writer, 5));
        pace = new Pace(CopySpeed.UNLIMITED, CopyControl.NONE);
    }

    @AfterEach
    void clear() throws SQLException {
        reader.close();
        writer.close();
        for (Connection server : List.of(source, target)) {
            Jdbc.execute(server, "DROP DATABASE mirrored");
        }
    }

    private TableMirror mirror(String table) throws Exception {
        TableName name = new TableName("mirrored", table);
        return TableMirror.of(reader, name, writer, name, pace);
    }

    /** The table is there; its copy is made, without rows. */
    private void makeCopy(String table) throws SQLException {
        String definition = Jdbc.rows(source, "SHOW CREATE TABLE mirrored." + table)
                .getFirst()
                .getLast();
        writer.execute(List.of("SET SESSION sql_mode=''", "USE mirrored"));
        try (var statement = writer.jdbc().createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(definition);
        }
        writer.execute(TableMirror.settings(writer, 5));
    }

    private void make(String table, String columns) throws SQLException {
        Jdbc.execute(source, "CREATE TABLE mirrored." + table + " (" + columns + ")");
        makeCopy(table);
    }

    private void assertEqual(String table) throws SQLException {
        String rows = "SELECT * FROM mirrored." + table + " ORDER BY 1, 2";
        assertThat(Jdbc.lines(target, rows)).isEqualTo(Jdbc.lines(source, rows));
    }

    @Test
    void everyTypeIsCarriedExactly() throws Exception {
        EveryType.make(source, "mirrored", "", "");
        makeCopy("every_type");

        assertThat(mirror("every_type").mend().rows()).isPositive();

        assertThat(EveryType.read(target, "mirrored.every_type"))
                .isEqualTo(EveryType.read(source, "mirrored.every_type"));
        assertThat(mirror("every_type").mend()).isEqualTo(new TableMirror.Mended(0, 0));
    }

    /** Its functions would run with the rights of Pinion's account. */
    @Test
    void aViewInATablesPlaceIsRefusedAndNotRun() throws Exception {
        make("colours", "id INT PRIMARY KEY, name VARCHAR(40)");
        Jdbc.execute(source, "INSERT INTO mirrored.colours VALUES (1, 'red'), (2, 'blue')");
        TableMirror mirror = mirror("colours");
        RowChange change = RowChange.of(List.of(mirror), 100, 1 << 20).orElseThrow();
        for (Connection server : List.of(source, target)) {
            for (String sql : List.of(
                    "CREATE TABLE mirrored.taken (a INT)",
                    "CREATE FUNCTION mirrored.take() RETURNS INT DETERMINISTIC MODIFIES SQL DATA SQL SECURITY INVOKER"
                            + " BEGIN INSERT INTO mirrored.taken VALUES (1); RETURN 1; END",
                    "RENAME TABLE mirrored.colours TO mirrored.away",
                    "CREATE SQL SECURITY INVOKER VIEW mirrored.colours AS"
                            + " SELECT * FROM mirrored.away WHERE mirrored.take() = 1",
                    "DELETE FROM mirrored.taken")) {
                Jdbc.execute(server, sql);
            }

            assertThatThrownBy(mirror::mend)
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(BaseTables.NOT_A_BASE_TABLE));
            if (server == target) {
                assertThat(Failure.of(() -> change.writeTo(writer, "mirrored")).code())
                        .isEqualTo(BaseTables.NOT_A_BASE_TABLE);
            }

            assertThat(Jdbc.value(server, "SELECT COUNT(*) FROM mirrored.taken"))
                    .isEqualTo("0");
            Jdbc.execute(server, "DROP VIEW mirrored.colours");
            Jdbc.execute(server, "RENAME TABLE mirrored.away TO mirrored.colours");
        }
        assertThat(mirror.mend().rows()).isEqualTo(2);
        assertEqual("colours");
    }

    @Test
    void whatHasChangedSinceIsMendedAndTheRestIsLeft() throws Exception {
        make("colours", "id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40)");
        for (int i = 0; i < THOUSANDS; i++) {
            Jdbc.execute(source, "INSERT INTO mirrored.colours (name) VALUES ('x')" + ", ('x')".repeat(999));
        }
        TableMirror mirror = mirror("colours");
        assertThat(mirror.mend().rows()).isEqualTo(THOUSANDS * 1000);
        assertEqual("colours");
        Jdbc.execute(source, "UPDATE mirrored.colours SET name = 'changed' WHERE id IN (7, 5001, 6999)");
        Jdbc.execute(source, "DELETE FROM mirrored.colours WHERE id BETWEEN 3000 AND 3009");
        Jdbc.execute(source, "INSERT INTO mirrored.colours VALUES (-5, 'new'), (100000, 'new')");
        Jdbc.execute(target, "INSERT INTO mirrored.colours VALUES (200000, 'wrong'), (-9, 'wrong')");

        RowChange change = RowChange.of(List.of(mirror), 100, 1 << 20).orElseThrow();
        assertThat(change.rows()).isEqualTo(17);
        assertThat(RowChange.of(List.of(mirror), 16, 1 << 20)).isEmpty();
        change.writeTo(writer, "mirrored");

        assertEqual("colours");
        Jdbc.execute(source, "DELETE FROM mirrored.colours");
        assertThat(mirror.mend().conflicts()).isZero();
        assertEqual("colours");
    }

    /** Far from each other, so that they are in different parts. */
    @Test
    void valuesThatMayComeOnceChangeTheirRows() throws Exception {
        make("sizes", "id INT PRIMARY KEY, size INT, UNIQUE KEY (size)");
        for (int i = 0; i < THOUSANDS; i++) {
            StringBuilder rows = new StringBuilder();
            for (int id = i * 1000; id < (i + 1) * 1000; id++) {
                rows.append(rows.isEmpty() ? "" : ", ").append("(" + id + ", " + id + ")");
            }
            Jdbc.execute(source, "INSERT INTO mirrored.sizes VALUES " + rows);
        }
        TableMirror mirror = mirror("sizes");
        mirror.mend();
        Jdbc.execute(source, "UPDATE mirrored.sizes SET size = NULL WHERE id = 1");
        Jdbc.execute(source, "UPDATE mirrored.sizes SET size = 1 WHERE id = 6500");
        Jdbc.execute(source, "UPDATE mirrored.sizes SET size = 6500 WHERE id = 1");

        assertThat(mirror.mend().conflicts()).isEqualTo(1);
        RowChange.of(List.of(mirror), 100, 1 << 20).orElseThrow().writeTo(writer, "mirrored");

        assertEqual("sizes");
    }

    @Test
    void keysThatDifferInLettersAloneAreOneRow() throws Exception {
        make("words", "word VARCHAR(20) COLLATE utf8mb4_general_ci, at DATETIME, n INT, PRIMARY KEY (word, at)");
        Jdbc.execute(source, "INSERT INTO mirrored.words VALUES ('a', '2020-01-01', 1), ('b''\\\\', '2020-01-01', 2)");
        TableMirror mirror = mirror("words");
        mirror.mend();
        Jdbc.execute(source, "UPDATE mirrored.words SET word = UPPER(word), n = n + 1");

        RowChange.of(List.of(mirror), 100, 1 << 20).orElseThrow().writeTo(writer, "mirrored");

        assertEqual("words");
        Jdbc.execute(source, "UPDATE mirrored.words SET word = LOWER(word)");
        mirror.mend();
        assertEqual("words");
    }

    @Test
    void tablesWhoseKeyHasNoPartsAreCopiedWhole() throws Exception {
        make("bare", "a INT, b VARCHAR(10)");
        make("kinds", "kind ENUM('x', 'y') PRIMARY KEY, n INT");
        Jdbc.execute(source, "INSERT INTO mirrored.bare VALUES (1, 'x'), (1, 'x'), (NULL, NULL)");
        Jdbc.execute(source, "INSERT INTO mirrored.kinds VALUES ('x', 1), ('y', 2)");
        for (String table : List.of("bare", "kinds")) {
            mirror(table).mend();
            assertEqual(table);
        }
        Jdbc.execute(source, "INSERT INTO mirrored.bare VALUES (1, 'x')");
        Jdbc.execute(source, "DELETE FROM mirrored.kinds WHERE kind = 'x'");

        RowChange.of(List.of(mirror("bare"), mirror("kinds")), 100, 1 << 20)
                .orElseThrow()
                .writeTo(writer, "mirrored");

        assertEqual("bare");
        assertEqual("kinds");
    }

    @Test
    void itEndsWhenItIsToldTo() throws Exception {
        make("colours", "id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40)");
        Jdbc.execute(source, "INSERT INTO mirrored.colours (name) VALUES ('x')");
        pace = new Pace(CopySpeed.UNLIMITED, new CopyControl() {
            @Override
            public void requireMayGoOn() throws OperationRefused {
                throw new OperationRefused("cancelled");
            }
        });

        assertThatThrownBy(() -> mirror("colours").mend())
                .isInstanceOf(OperationRefused.class)
                .hasMessage("cancelled");
    }
}
