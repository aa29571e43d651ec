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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs as servers write them. */
class StatementLogTest {
    private final Path directory;
    private final Path file;
    private final Set<String> findings = new LinkedHashSet<>();

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

    /** One entry as MySQL writes it. */
    private static String entry(String sql) {
        return "# User@Host: app[app] @  [10.0.0.7]  Id:     3\n"
                + "# Query_time: 0.000123  Lock_time: 0.000001 Rows_sent: 1  Rows_examined: 0\n"
                + "SET timestamp=1767340800;\n" + sql;
    }

    @Test
    void aLogThatBeginsInTheMiddleIsRead() throws Exception {
        assertThat(told(read(new SlowLog(file), "rest of a statement\n" + entry("SELECT 1;\n"))))
                .containsExactly("3 -: SELECT 1");
    }

    @Test
    void aLogThatEndsInTheMiddleLosesItsLastEntry() throws Exception {
        assertThat(told(read(new SlowLog(file), entry("SELECT 1;\n") + entry("SELECT 2 FR"))))
                .containsExactly("3 -: SELECT 1");
        assertThat(findings).singleElement().asString().contains("ends in the middle of a line");
    }

    @Test
    void bytesThatAreNoUtf8StayAsTheyAre() throws Exception {
        byte[] latin1 = entry("SELECT 'caf\u00e9';\n").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(read(new SlowLog(file), latin1).getFirst().sql())
                .isEqualTo("SELECT 'caf\u00e9'".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void whatIsNoSlowLogIsRefusedWithItsBeginning() {
        assertThatThrownBy(() -> read(new SlowLog(file), "SELECT 1;\n"))
                .isInstanceOf(UnreadableLog.class)
                .hasMessageContaining("is no slow log: it begins with 'SELECT 1;'");
    }

    @Test
    void anEmptyLogHasNoStatements() throws Exception {
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
    void statementsAloneEndWithALineOrASemicolon() throws Exception {
        assertThat(told(read(new StatementsFile(file), "-- comment\nSELECT 1\n\nSELECT 2\n")))
                .containsExactly("-: SELECT 1", "-: SELECT 2");
        assertThat(told(read(new StatementsFile(file), "SELECT\n1;\nSELECT 2;\n")))
                .containsExactly("-: SELECT\n1", "-: SELECT 2");
        assertThat(told(read(new StatementsFile(file), "SELECT ?\nSELECT '?'\n")))
                .containsExactly("-: SELECT '?'");
        assertThat(findings).singleElement().asString().startsWith("statements with ? or (...)");
    }

    @Test
    void aQuestionMarkInANameOrACommentStandsForNoValue() throws Exception {
        String statements = """
                SELECT `ok?` FROM t /* why? */ WHERE a = 1
                SELECT 2 -- or 3?
                SELECT 3 # or 4?
                """;
        assertThat(told(read(new StatementsFile(file), statements)))
                .containsExactly(
                        "-: SELECT `ok?` FROM t /* why? */ WHERE a = 1", "-: SELECT 2 -- or 3?", "-: SELECT 3 # or 4?");
        assertThat(findings).isEmpty();
        assertThat(told(read(new StatementsFile(file), "SELECT 4 /* a */ - ? /* b */\nSELECT /*! ? */ 5\n")))
                .isEmpty();
    }

    @Test
    void aPackedLogIsUnpacked() throws Exception {
        Path packed = directory.resolve("log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write((entry("SELECT 1;\n") + entry("SELECT 2;\n")).getBytes(StandardCharsets.UTF_8));
        }
        List<LoggedStatement> statements = new ArrayList<>();

        new SlowLog(packed).read(statements::add, findings);

        assertThat(told(statements)).containsExactly("3 -: SELECT 1", "3 -: SELECT 2");
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
