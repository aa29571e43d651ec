package io.pinion.operations.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.Dialect.NeededSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manual's pages of servers have the settings and the rights that the code asks for, and no others. */
class ServerPagesTest {
    private static final Path PAGES = Path.of("../docs/servers");

    static Stream<Dialect> dialects() {
        return Stream.of(new MariaDb(), new MySql());
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theTableHasTheSettingsThatAreAskedFor(Dialect dialect) throws IOException {
        List<String> cells = cells("## What Pinion asks for", "And these must fit", column(dialect));

        // Of both products the format of the binary log is asked for beside them.
        Stream<String> needed = Stream.concat(
                dialect.neededSettings().stream().map(ServerPagesTest::inTheTable), Stream.of("`binlog_format` = ROW"));
        assertThat(String.join(", ", cells).split(", "))
                .containsExactlyInAnyOrderElementsOf(needed.distinct().toList());
    }

    private static String inTheTable(NeededSetting setting) {
        return "`" + setting.name() + "`"
                + (setting.value().equals(NeededSetting.ON) ? " on" : " = " + setting.value());
    }

    /** The line that CREATE PAIR wants to be written is in the block for a copy. */
    @ParameterizedTest
    @MethodSource("dialects")
    void theBlockHasTheSettingsThatAreAskedFor(Dialect dialect) throws IOException {
        String page = Files.readString(PAGES.resolve("settings.md"));
        int begin = page.indexOf(dialect instanceof MariaDb ? "[mariadbd]" : "[mysqld]");
        List<String> names = page.substring(begin, page.indexOf("```", begin))
                .lines()
                .filter(line -> line.contains("="))
                .map(line -> line.substring(0, line.indexOf('=')).strip())
                .toList();

        assertThat(names)
                .containsAll(dialect.neededSettings().stream()
                        .map(NeededSetting::name)
                        .toList())
                .contains("server_id", "binlog_format", dialect.words().fence());
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theTablesHaveEachRight(Dialect dialect) throws IOException {
        String data = String.join(", ", accountCells("`data`, on all databases", "`monitor`, which", 0));
        String monitor = String.join(", ", accountCells("`monitor`, which", "`operator` has", column(dialect)));
        String operator = String.join(", ", accountCells("`operator` has", "`replication` has", column(dialect)));

        assertThat(rights(data)).containsAll(rights(dialect, AccountRole.DATA));
        assertThat(rights(monitor)).containsExactlyInAnyOrderElementsOf(rights(dialect, AccountRole.MONITOR));
        assertThat(rights(data + ", " + operator)).containsAll(rights(dialect, AccountRole.OPERATOR));
        assertThat(rights(dialect, AccountRole.OPERATOR))
                .containsAll(rights(operator).stream()
                        .filter(right -> right.matches("[A-Z_ ]+"))
                        .toList());
    }

    @Test
    void theMonitorAndReplicationNeedWhatThePageSays() throws IOException {
        assertThat(Files.readString(PAGES.resolve("accounts.md")))
                .contains("`replication` has "
                        + new MySql().rights(AccountRole.REPLICATION).getFirst() + " and nothing");
        assertThat(new MariaDb().rights(AccountRole.REPLICATION))
                .isEqualTo(new MySql().rights(AccountRole.REPLICATION));
    }

    private static List<String> rights(Dialect dialect, AccountRole role) {
        return dialect.rights(role);
    }

    private static List<String> rights(String cells) {
        return Stream.of(cells.split(", "))
                .map(right -> right.replace(" (MariaDB)", ""))
                .toList();
    }

    private static int column(Dialect dialect) {
        return dialect instanceof MariaDb ? 0 : 1;
    }

    private static List<String> cells(String after, String before, int column) throws IOException {
        return table(Files.readString(PAGES.resolve("settings.md")), after, before, column);
    }

    private static List<String> accountCells(String after, String before, int column) throws IOException {
        return table(Files.readString(PAGES.resolve("accounts.md")), after, before, column);
    }

    /** The cells of one column, but for the two lines of the head. */
    private static List<String> table(String page, String after, String before, int column) {
        int begin = page.indexOf(after);
        return page.substring(begin, page.indexOf(before, begin))
                .lines()
                .filter(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> line.split("\\|")[column + 1].strip())
                .filter(cell -> !cell.isEmpty())
                .toList();
    }
}
