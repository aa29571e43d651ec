package io.pinion.integration.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.copy.RowLine;
import io.pinion.operations.copy.RowLoader;
import io.pinion.operations.copy.RowReader;
import io.pinion.operations.copy.RowWriter;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.server.SentFile;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Rows that real servers read as a file. */
@OnEachServer
class LoadedRowsIT {
    private static final int TIMES = 2;

    private TwoServers servers;
    private Connection source;
    private Connection target;
    private ServerConnection reader;
    private ServerConnection writer;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        servers = TwoServers.start(product, directory);
        source = servers.connect(servers.first());
        target = servers.connect(servers.second());
        for (Connection server : List.of(source, target)) {
            Jdbc.execute(server, "CREATE DATABASE loaded CHARACTER SET utf8mb4");
            Jdbc.execute(server, "SET GLOBAL local_infile = ON");
        }
        reader = servers.login(servers.first()).open(Duration.ofMinutes(1));
        writer = servers.login(servers.second()).open(Duration.ofMinutes(1));
        reader.execute(RowWriter.carryingSettings(reader, 5));
        writer.execute(RowWriter.carryingSettings(writer, 5));
    }

    @AfterEach
    void close() throws Exception {
        // Null where there are no servers for the test.
        if (source != null) {
            reader.close();
            writer.close();
            for (Connection server : List.of(source, target)) {
                Jdbc.execute(server, "DROP DATABASE loaded");
                Jdbc.execute(server, "SET GLOBAL local_infile = DEFAULT");
                server.close();
            }
            servers.close();
        }
    }

    private static TableShape shape(ServerConnection server, TableName name) throws SQLException {
        return BaseTables.asking(
                server.jdbc(), List.of(name), held -> TableShape.read(held.getFirst(), server.dialect()));
    }

    /** What the source has. */
    private List<byte[]> lines(TableShape shape) throws SQLException {
        List<byte[]> lines = new ArrayList<>();
        reader.jdbc().setAutoCommit(false);
        RowReader.<SQLException>read(reader.jdbc(), shape, "", (row, bytes) -> lines.add(RowLine.of(row)));
        return lines;
    }

    @Test
    void everyTypeIsReadExactly() throws Exception {
        EveryType.make(source, "loaded", "", "");
        TableName name = new TableName("loaded", "every_type");
        Jdbc.execute(
                target,
                Jdbc.rows(source, "SHOW CREATE TABLE " + name.quoted())
                        .getFirst()
                        .get(1)
                        .replace("CREATE TABLE ", "CREATE TABLE loaded."));
        TableShape shape = shape(reader, name);
        List<byte[]> rows = lines(shape);
        assertThat(SentFile.isTaken(writer)).isTrue();

        RowLoader loader = new RowLoader(writer, shape);
        for (int time = 0; time < TIMES; time++) {
            loader.write(rows);
        }

        assertThat(EveryType.read(target, name.toString())).isEqualTo(EveryType.read(source, name.toString()));
    }

    /** Nothing of it is computed from what the file has. */
    @Test
    void aTableOfPlainColumnsIsReadExactly() throws Exception {
        TableName name = new TableName("loaded", "plain");
        String columns = " (id INT AUTO_INCREMENT PRIMARY KEY, n INT, twice INT GENERATED ALWAYS AS (2 * n) STORED,"
                + " word VARCHAR(20) CHARACTER SET utf8mb4, made TIMESTAMP NULL)";
        Jdbc.execute(source, "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
        for (Connection server : List.of(source, target)) {
            Jdbc.execute(server, "CREATE TABLE loaded.plain" + columns);
        }
        Jdbc.execute(
                source,
                "INSERT INTO loaded.plain (id, n, word, made) VALUES (0, 1, 'zero', NULL), (5, NULL, '', NULL),"
                        + " (7, -3, 'a\\\\N\\tb', '2026-01-02 03:04:05')");
        TableShape shape = shape(reader, name);
        List<byte[]> rows = lines(shape);

        new RowLoader(writer, shape).write(rows);

        assertThat(Jdbc.rows(target, "SELECT * FROM loaded.plain ORDER BY id"))
                .isEqualTo(Jdbc.rows(source, "SELECT * FROM loaded.plain ORDER BY id"));
    }

    @Test
    void aRowThatAServerWouldChangeIsAnError() throws Exception {
        Jdbc.execute(target, "CREATE TABLE loaded.small (id TINYINT PRIMARY KEY, n INT NOT NULL)");
        TableName name = new TableName("loaded", "small");
        TableShape shape = shape(writer, name);
        writer.jdbc().setAutoCommit(false);
        for (byte[] @Nullable [] wrong : List.<byte[] @Nullable []>of(
                new byte[][] {bytes(128), bytes(1)}, new byte[][] {bytes(1), bytes("")}, new byte[][] {bytes(1), null
                })) {
            List<byte[]> rows = new ArrayList<>();
            for (int number = 2; number < 60; number++) {
                rows.add(RowLine.of(new byte[][] {bytes(number), bytes(number)}));
            }
            rows.add(RowLine.of(wrong));
            assertThatThrownBy(() -> new RowLoader(writer, shape).write(rows)).hasMessageContaining("would be changed");
            writer.jdbc().rollback();
        }
        assertThat(Jdbc.value(target, "SELECT COUNT(*) FROM loaded.small")).isEqualTo("0");
    }

    private static byte[] bytes(Object value) {
        return value.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** A server could ask for it in the answer to any statement. */
    @Test
    void noFileOfThisHostIsSent(@TempDir Path directory) throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "1\n");
        Jdbc.execute(target, "CREATE TABLE loaded.secrets (id INT PRIMARY KEY)");
        assertThatThrownBy(() ->
                        writer.execute(List.of("LOAD DATA LOCAL INFILE '" + secret + "' INTO TABLE loaded.secrets")))
                .isInstanceOf(SQLException.class);
        assertThat(Jdbc.value(target, "SELECT COUNT(*) FROM loaded.secrets")).isEqualTo("0");
    }
}
