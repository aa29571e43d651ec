package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What follows from the declaration of a SHOW: the manual's list of its columns, and cells that fit their types. */
class AdminTableTest {
    private static final Path MANUAL = Path.of("../docs/admin.md");
    private static final String HEAD = "| Column | Type | Meaning |\n|---|---|---|\n";
    private static final Pattern LIST = Pattern.compile(Pattern.quote(HEAD) + "(?:\\|[^\\n]*+\\n)*+");

    /** Of JSON. */
    private static final Pattern NUMBER = Pattern.compile("-?+\\d++(?:\\.\\d++)?+");

    /** What must stand behind the name of some. */
    private static final Map<String, String> ARGUMENTS = Map.of(
            "CHECK SERVER", " '10.0.7.1:3306'",
            "EXPLAIN ROUTE", " SELECT 1",
            "PLAN REBALANCE", " OF pinterest",
            "SHOW ID", " 241294492511762325",
            "SHOW KEY", " '1.2.3.4' IN lookup",
            "SHOW RESTORED ROWS", " OF OPERATION 12",
            "VERIFY PAIR", " MySQL007",
            "VERIFY SHARDS", " IN pinterest");

    private final AdminCommands commands = new AdminCommands();
    private final List<AdminTable<?>> tables = commands.all().stream()
            .<AdminTable<?>>mapMulti((command, tables) -> {
                if (command instanceof AdminTable<?> table) {
                    tables.accept(table);
                }
            })
            .toList();
    private final AdminWire wire = new AdminWire(commands, new FakeProxy());

    @AfterEach
    void close() {
        wire.close();
    }

    /** {@code -Dcases.update} writes the lists. */
    @Test
    void theManualListsEachColumnAsItIsDeclared() throws IOException {
        String manual = Files.readString(MANUAL);
        String listed = manual;
        for (AdminTable<?> table : tables) {
            listed = listed(table, listed);
        }

        if (Boolean.getBoolean("cases.update")) {
            Files.writeString(MANUAL, listed);
        } else {
            assertThat(manual).isEqualTo(listed);
        }
    }

    /** The manual with a table's columns in the place of those that its section has, or at the section's end. */
    private static String listed(AdminTable<?> table, String manual) {
        int start = manual.indexOf("\n## " + table.name() + "\n");
        assertThat(start).as("the section of " + table.name()).isNotNegative();
        int next = manual.indexOf("\n## ", start + 1);
        int end = next < 0 ? manual.length() : next;
        String section = manual.substring(start, end);
        Matcher known = LIST.matcher(section);
        String columns =
                HEAD + table.columns().stream().map(AdminTableTest::listed).collect(Collectors.joining());
        String written = known.find()
                ? section.substring(0, known.start()) + columns + section.substring(known.end())
                : section + "\n" + columns;
        return manual.substring(0, start) + written + manual.substring(end);
    }

    private static String listed(AdminColumn<?> column) {
        String unit = column.unit().words();
        String type = column.type().words() + (unit.isEmpty() ? "" : ", " + unit);
        return "| `" + column.name() + "` | " + type + " | " + column.meaning() + " |\n";
    }

    @Test
    void everyColumnHasAMeaningInOneSentence() {
        assertThat(tables).hasSizeGreaterThan(20).allSatisfy(table -> {
            assertThat(table.columns()).extracting(AdminColumn::name).doesNotHaveDuplicates();
            assertThat(table.columns())
                    .extracting(AdminColumn::meaning)
                    .allMatch(meaning -> meaning.matches("[A-Z][^|\\n]*+(?<!\\.)"));
        });
    }

    /** The command line's JSON has the cells of columns of numbers without quotes. */
    @Test
    void theCellsOfNumbersAreNumbers() {
        for (AdminTable<?> table : tables) {
            String statement = table.name() + ARGUMENTS.getOrDefault(table.name(), "");
            LocalAnswer.Rows shown = (LocalAnswer.Rows) ((AdminAnswer.Answered) wire.run(statement)).answer();
            assertThat(shown.rows()).as(statement).allSatisfy(row -> {
                for (int i = 0; i < row.size(); i++) {
                    boolean text = shown.columns().get(i).type() == ColumnType.VARCHAR;
                    assertThat(text || isNumber(row.get(i)))
                            .as(statement + ": " + row)
                            .isTrue();
                }
            });
        }
    }

    private static boolean isNumber(@Nullable String cell) {
        return cell == null || NUMBER.matcher(cell).matches();
    }
}
