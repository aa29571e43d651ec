package io.pinion.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.routing.advice.LoggedStatement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs as servers and tools write them. */
class StatementLogTest {
    private final Path directory;
    private final Path file;
    private final LogFindings findings = new LogFindings();

    StatementLogTest(@TempDir Path directory) {
        this.directory = directory;
        this.file = directory.resolve("log");
    }

    private List<LoggedStatement> read(StatementLog log, String text) throws IOException, UnreadableLog {
        return read(log, text.getBytes(StandardCharsets.UTF_8));
    }

    private List<LoggedStatement> read(StatementLog log, byte[] text) throws IOException, UnreadableLog {
        Files.write(file, text);
        List<LoggedStatement> statements = new ArrayList<>();
        log.read(statements::add, findings);
        return statements;
    }

    private static List<String> told(List<LoggedStatement> statements) {
        return statements.stream()
                .map(statement -> (statement.connection().isPresent()
                                ? statement.connection().getAsLong() + " "
                                : "")
                        + statement.database().orElse("-") + ": "
                        + new String(statement.sql(), StandardCharsets.UTF_8))
                .toList();
    }

    private static final String MARIADB = """
            /usr/sbin/mariadbd, Version: 11.4.5-MariaDB-log (MariaDB Server). started with:
            Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock
            Time\t\t    Id Command\tArgument
            260102  9:00:00\t     3 Connect\tapp@localhost on shop using Socket
            \t\t     4 Connect\tapp@localhost on  using TCP/IP
            \t\t     3 Query\tSELECT *
              FROM t
             WHERE a = 'x
            ; y'
            \t\t     4 Query\tSELECT 1
            260102  9:00:01\t     4 Init DB\tcrm
            \t\t     4 Query\tSELECT 2
            \t\t     3 Prepare\tSELECT ?
            \t\t     3 Execute\tSELECT 5
            \t\t     3 Query\tuse `crm`
            \t\t     3 Query\tSELECT 3
            \t\t     3 Quit\t
            """;

    @Test
    void aGeneralLogOfMariaDb() throws Exception {
        assertThat(told(read(new GeneralLog(file), MARIADB)))
                .containsExactly(
                        "3 shop: SELECT *\n  FROM t\n WHERE a = 'x\n; y'",
                        "4 -: SELECT 1",
                        "4 crm: SELECT 2",
                        "3 shop: SELECT 5",
                        "3 shop: use `crm`",
                        "3 crm: SELECT 3");
        assertThat(findings.serverVersion()).contains("11.4.5-MariaDB-log");
        assertThat(findings.notes()).isEmpty();
    }

    @Test
    void aGeneralLogOfMySql() throws Exception {
        assertThat(told(read(new GeneralLog(file), """
                        /usr/sbin/mysqld, Version: 8.4.3 (MySQL Community Server - GPL). started with:
                        Tcp port: 3306  Unix socket: /var/run/mysqld/mysqld.sock
                        Time                 Id Command    Argument
                        2026-01-02T09:00:00.000000Z\t    8 Connect\tapp@10.0.0.7 on shop using SSL/TLS
                        2026-01-02T09:00:00.100000+01:00\t    8 Query\tSELECT 1
                        2026-01-02T09:00:00.100000Z\t    8 Quit\t
                        """))).containsExactly("8 shop: SELECT 1");
    }

    @Test
    void aLogThatBeginsInTheMiddleIsRead() throws Exception {
        assertThat(told(read(new GeneralLog(file), "rest of a statement\n\t\t     3 Query\tSELECT 1\n")))
                .containsExactly("3 -: SELECT 1");
    }

    @Test
    void aLogThatEndsInTheMiddleLosesItsLastEntry() throws Exception {
        assertThat(told(read(new GeneralLog(file), "\t\t     3 Query\tSELECT 1\n\t\t     3 Query\tSELECT 2 FR")))
                .containsExactly("3 -: SELECT 1");
        assertThat(findings.notes()).singleElement().asString().contains("ends in the middle of a line");
    }

    @Test
    void bytesThatAreNoUtf8StayAsTheyAre() throws Exception {
        byte[] latin1 = "\t\t     3 Query\tSELECT 'caf\u00e9'\n".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(read(new GeneralLog(file), latin1).getFirst().sql())
                .isEqualTo("SELECT 'caf\u00e9'".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void whatIsNoGeneralLogIsRefusedWithItsBeginning() {
        assertThatThrownBy(() -> read(new GeneralLog(file), "SELECT 1;\n"))
                .isInstanceOf(UnreadableLog.class)
                .hasMessageContaining("is no general log: it begins with 'SELECT 1;'");
        assertThatThrownBy(() -> read(new SlowLog(file), "SELECT 1;\n")).hasMessageContaining("is no slow log");
        assertThatThrownBy(() -> read(new PerconaDigest(file), "SELECT 1;\n"))
                .hasMessageContaining("is no report of pt-query-digest");
    }

    @Test
    void anEmptyLogHasNoStatements() throws Exception {
        assertThat(read(new GeneralLog(file), "")).isEmpty();
        assertThat(read(new SlowLog(file), "")).isEmpty();
        assertThat(read(new StatementsFile(file), "")).isEmpty();
    }

    @Test
    void aSlowLogOfMariaDb() throws Exception {
        List<LoggedStatement> statements = read(new SlowLog(file), """
                # Time: 260102  9:00:00
                # User@Host: app[app] @ localhost []
                # Thread_id: 31  Schema: shop  QC_hit: No
                # Query_time: 0.250000  Lock_time: 0.000012  Rows_sent: 1  Rows_examined: 1
                # Rows_affected: 0  Bytes_sent: 120
                use shop;
                SET timestamp=1767340800;
                SELECT 'a;
                # b';
                # User@Host: app[app] @ localhost []
                # Thread_id: 32  Schema: crm  QC_hit: No
                # Query_time: 1.500000  Lock_time: 0.000012  Rows_sent: 1  Rows_examined: 1
                SET timestamp=1767340801;
                SELECT 2;
                # User@Host: app[app] @ localhost []
                # Query_time: 0.000001  Lock_time: 0.000000  Rows_sent: 0  Rows_examined: 0
                # administrator command: Quit;
                """);

        assertThat(told(statements)).containsExactly("31 shop: SELECT 'a;\n# b'", "32 crm: SELECT 2");
        assertThat(statements).extracting(LoggedStatement::micros).containsExactly(250_000L, 1_500_000L);
    }

    @Test
    void aSlowLogOfMySql() throws Exception {
        assertThat(told(read(new SlowLog(file), """
                        # Time: 2026-01-02T09:00:00.000000Z
                        # User@Host: app[app] @  [10.0.0.7]  Id:     8
                        # Query_time: 0.000123  Lock_time: 0.000001 Rows_sent: 1  Rows_examined: 0
                        use shop;
                        SET timestamp=1767340800;
                        SELECT 1;
                        # Time: 2026-01-02T09:00:01.000000Z
                        # User@Host: app[app] @  [10.0.0.7]  Id:     9
                        # Query_time: 0.000123  Lock_time: 0.000001 Rows_sent: 1  Rows_examined: 0
                        SET timestamp=1767340800;
                        SELECT 2;
                        """))).containsExactly("8 shop: SELECT 1", "9 shop: SELECT 2");
    }

    @Test
    void aReportOfPtQueryDigest() throws Exception {
        List<LoggedStatement> statements = read(new PerconaDigest(file), """

                # 140ms user time, 20ms system time, 29.73M rss, 38.50M vsz
                # Overall: 1.20k total, 2 unique, 0 QPS, 0x concurrency ____________

                # Query 1: 0 QPS, 0x concurrency, ID 0xAB at byte 0 ___________
                # Attribute    pct   total     min     max     avg     95%  stddev  median
                # ============ === ======= ======= ======= ======= ======= ======= =======
                # Count         99   1.20k
                # Exec time     99      3s     1ms    20ms     2ms     5ms     1ms     2ms
                # Databases    shop
                # Tables
                #    SHOW CREATE TABLE `shop`.`users`\\G
                # EXPLAIN /*!50100 PARTITIONS*/
                SELECT * FROM users
                WHERE id = 5\\G

                # Query 2: 0 QPS, 0x concurrency, ID 0xCD at byte 0 ___________
                # Count          1       2
                # Exec time      1    12ms     6ms     6ms     6ms     6ms       0     6ms
                UPDATE users SET name = 'x' WHERE id = 5\\G
                # Converted for EXPLAIN
                # EXPLAIN /*!50100 PARTITIONS*/
                select name = 'x' from users where id = 5\\G
                """);

        assertThat(told(statements))
                .containsExactly(
                        "shop: SELECT * FROM users\nWHERE id = 5", "-: UPDATE users SET name = 'x' WHERE id = 5");
        assertThat(statements).extracting(LoggedStatement::count).containsExactly(1200L, 2L);
        assertThat(statements).extracting(LoggedStatement::micros).containsExactly(3_000_000L, 12_000L);
    }

    @Test
    void theJsonOfPtQueryDigest() throws Exception {
        List<LoggedStatement> statements = read(new PerconaDigest(file), """
                {"classes": [{"query_count": 12, "fingerprint": "select ?",
                  "example": {"query": "SELECT 5", "Query_time": "0.1"},
                  "metrics": {"Query_time": {"sum": "1.500000"}, "db": {"value": "shop"}}}], "global": {}}
                """);

        assertThat(told(statements)).containsExactly("shop: SELECT 5");
        assertThat(statements.getFirst().count()).isEqualTo(12);
        assertThat(statements.getFirst().micros()).isEqualTo(1_500_000);
    }

    @Test
    void statementsAloneEndWithALineOrASemicolon() throws Exception {
        assertThat(told(read(new StatementsFile(file), "-- comment\nSELECT 1\n\nSELECT 2\n")))
                .containsExactly("-: SELECT 1", "-: SELECT 2");
        assertThat(told(read(new StatementsFile(file), "SELECT\n1;\nSELECT 2;\n")))
                .containsExactly("-: SELECT\n1", "-: SELECT 2");
        assertThat(read(new StatementsFile(file), "SELECT ?\nSELECT '?'\n"))
                .extracting(LoggedStatement::normalized)
                .containsExactly(true, false);
    }

    @Test
    void aPackedLogIsUnpacked() throws Exception {
        Path packed = directory.resolve("log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(MARIADB.getBytes(StandardCharsets.UTF_8));
        }
        List<LoggedStatement> statements = new ArrayList<>();

        new GeneralLog(packed).read(statements::add, findings);

        assertThat(statements).hasSize(6);
    }

    @Test
    void aDumpIsReadWithoutRowsAndRoutines() throws Exception {
        Files.writeString(file, """
                -- Host: localhost    Database: shop
                -- Server version\t8.4.3
                CREATE TABLE t (a INT);
                INSERT INTO `t` VALUES
                (1),
                (2);
                DELIMITER ;;
                CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 1; END ;;
                DELIMITER ;
                CREATE TABLE u (a INT);
                """);

        SchemaDump dump = SchemaDump.read(file);

        assertThat(new String(dump.definitions(), StandardCharsets.UTF_8))
                .isEqualTo("CREATE TABLE t (a INT);\nCREATE TABLE u (a INT);\n");
        assertThat(dump.database()).contains("shop");
        assertThat(dump.serverVersion()).contains("8.4.3");
        assertThat(dump.routines()).isTrue();
    }
}
