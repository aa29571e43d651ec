package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.LeakWatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Real clients that compress: small and large statements and answers, and whatever else needs several packets. */
@ExtendWith({SharedDemo.Provider.class, LeakWatch.class})
class CompressionIT {
    /** Large beside a compressed piece, and no whole number of them. */
    private static final int LARGE = 3_000_017;

    private static SharedDemo demo;
    private static RunningProxy proxy;

    @BeforeAll
    static void start(SharedDemo shared) throws Exception {
        demo = shared;
        demo.first().execute("CREATE TABLE legacy.packed (n INT PRIMARY KEY, data LONGTEXT)");
        proxy = demo.startProxy();
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        demo.first().execute("DROP TABLE legacy.packed");
    }

    @Test
    void connectorJ() throws Exception {
        String url = "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                + "/legacy?useCompression=true&sslMode=DISABLED&allowPublicKeyRetrieval=true"
                + "&maxAllowedPacket=67108864&useServerPrepStmts=true";
        try (var connection = DriverManager.getConnection(url, "app", "app");
                var insert = connection.prepareStatement("INSERT INTO packed VALUES (?, ?)");
                var statement = connection.createStatement()) {
            for (int length : new int[] {0, 10, 50, LARGE, 17 * 1024 * 1024}) {
                insert.setInt(1, length);
                insert.setString(2, "x".repeat(length));
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            try (var rows = statement.executeQuery("SELECT n, LENGTH(data), data FROM packed ORDER BY n")) {
                while (rows.next()) {
                    assertThat(rows.getInt(2)).isEqualTo(rows.getInt(1));
                    assertThat(rows.getString(3)).hasSize(rows.getInt(1));
                }
            }
            try (var compression = statement.executeQuery("SHOW STATUS LIKE 'Compression'")) {
                assertThat(compression.next()).isTrue();
                // The server's connection isn't.
                assertThat(compression.getString(2)).isEqualTo("OFF");
            }
            statement.executeUpdate("DELETE FROM packed");
        }
    }

    @Test
    void mariadbCommandLine(@TempDir Path directory) throws Exception {
        commandLine(InstalledProgram.find(List.of("mariadb"), "--version"), directory, "--compress");
    }

    @Test
    void mysqlCommandLineWithZlib(@TempDir Path directory) throws Exception {
        commandLine(InstalledProgram.mysql("mysql"), directory, "--compression-algorithms=zlib");
    }

    @Test
    void insideTls(@TempDir Path directory) throws Exception {
        commandLine(InstalledProgram.find(List.of("mariadb"), "--version"), directory, "--compress", "--ssl");
    }

    private static void commandLine(Optional<InstalledProgram> program, Path directory, String... options)
            throws Exception {
        assumeTrue(program.isPresent(), "the command line client isn't installed");
        Path file = Files.writeString(directory.resolve("rows.txt"), "2\t" + "y".repeat(LARGE) + "\n3\tz\n");
        String script = "SELECT 1;\nDELETE FROM packed;\nINSERT INTO packed VALUES (1, '" + "x".repeat(LARGE) + "');\n"
                + "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE packed;\n"
                + "SELECT n, LENGTH(data), MD5(data) = MD5(REPEAT(LEFT(data, 1), LENGTH(data))) FROM packed ORDER BY n;\n"
                + "SELECT data FROM packed WHERE n < 3 ORDER BY n;\nDELETE FROM packed;\n";
        List<String> arguments = new ArrayList<>(List.of(
                "--no-defaults",
                "-h127.0.0.1",
                "-P" + proxy.address().getPort(),
                "-uapp",
                "-papp",
                "--local-infile=1",
                "--max-allowed-packet=64M",
                "--skip-column-names"));
        arguments.addAll(List.of(options));
        arguments.add("legacy");
        var outcome = program.orElseThrow()
                .run(
                        Map.of(),
                        Files.writeString(directory.resolve("script.sql"), script),
                        arguments.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        List<String> lines = outcome.output()
                .lines()
                .filter(line -> !line.contains("Using a password on the command line") && !line.startsWith("WARNING"))
                .toList();
        assertThat(lines)
                .containsExactly(
                        "1",
                        "1\t" + LARGE + "\t1",
                        "2\t" + LARGE + "\t1",
                        "3\t1\t1",
                        "x".repeat(LARGE),
                        "y".repeat(LARGE));
    }
}
