package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementTokens;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Each syntax line generates statements that it reads back, word by word and value by value; a sign that belongs nowhere is
 * refused. {@code -Dpinion.grammar.statements=1000000} generates more.
 */
class AdminGrammarTest {
    private static final int STATEMENTS = Integer.getInteger("pinion.grammar.statements", 20_000);
    private static final long SEED = Long.getLong("pinion.grammar.seed", 1);
    private static final int MOST_WORDS = 60;

    /** Names with which a statement could be misread. */
    private static final List<String> NAMES = List.of(
            "pinterest",
            "`in`",
            "`to`",
            "`a``b`",
            "`with\nline`",
            "\"quoted name\"",
            "p1",
            "`ALL`",
            "`1`",
            "MySQL001",
            "`ü`");

    private static final List<String> TEXTS =
            List.of("'x'", "'it''s'", "'a\\nb'", "''", "'10.0.0.1:3306'", "'%s'", "'/* no comment */'", "'€'");

    /** A generated statement, and the values in it. */
    private record Generated(String statement, List<String> values) {}

    private final Random random = new Random(SEED);
    private final List<AdminCommand> commands = new AdminCommands().all();

    @Test
    void whatALineGeneratesItReads() {
        for (int i = 0; i < STATEMENTS; i++) {
            AdminCommand command = commands.get(i % commands.size());
            Generated generated = generated(command);
            StatementArguments read = read(command, generated.statement());
            assertThat(values(read)).as(generated.statement()).isEqualTo(generated.values());
            String written = read.spelling().sql("");
            assertThat(values(read(command, written))).as(written).isEqualTo(generated.values());
            if (!takesAnything(command)) {
                assertBrokenIsRefused(command, generated.statement());
            }
        }
    }

    private static List<String> values(StatementArguments read) {
        return read.clauses().stream()
                .flatMap(clause -> clause.values().stream())
                .map(StatementArguments.ArgumentValue::text)
                .toList();
    }

    /** Expressions, and statements to explain, may have any sign. */
    private static boolean takesAnything(AdminCommand command) {
        return command.syntax().contains("expression") || command.syntax().endsWith(" statement");
    }

    private void assertBrokenIsRefused(AdminCommand command, String statement) {
        int tokens = StatementTokens.of(statement).all().size();
        int at = random.nextInt(tokens);
        int place =
                at == 0 ? 0 : StatementTokens.of(statement).all().get(at - 1).end();
        String broken = statement.substring(0, place) + " ^ " + statement.substring(place);
        try {
            read(command, broken);
        } catch (SyntaxRefused e) {
            assertThat(e).hasMessageContaining("expected ");
            return;
        }
        throw new AssertionError("read: " + broken);
    }

    private static StatementArguments read(AdminCommand command, String statement) {
        return SyntaxLine.read(command.lines(), StatementTokens.of(statement), kind -> List.of());
    }

    /** A walk along what the line expects. */
    private Generated generated(AdminCommand command) {
        List<SyntaxLine> lines = command.lines();
        while (true) {
            StringBuilder statement = new StringBuilder(command.name());
            List<String> values = new ArrayList<>();
            for (int words = 0; words < MOST_WORDS; words++) {
                Set<String> expected = SyntaxLine.expectedAfter(lines, StatementTokens.of(statement.toString()));
                assertThat(expected).as(statement.toString()).isNotEmpty();
                String next = List.copyOf(expected).get(random.nextInt(expected.size()));
                if (next.equals(SyntaxLine.END)) {
                    return new Generated(statement.toString(), values);
                }
                statement.append(' ').append(written(next, values));
            }
        }
    }

    private String written(String expected, List<String> values) {
        if (expected.length() == 1 || (Character.isUpperCase(expected.charAt(0)) && !expected.startsWith("JSON in"))) {
            return random.nextBoolean() ? expected : expected.toLowerCase(Locale.ROOT);
        }
        if (expected.startsWith("'") && expected.equals(expected.toUpperCase(Locale.ROOT))) {
            return expected;
        }
        String value = value(expected);
        values.add(
                StatementTokens.of(value).all().size() == 1
                        ? StatementTokens.of(value).all().getFirst().text()
                        : value.replace("`", "").replace(" - ", "-"));
        return value;
    }

    private String value(String expected) {
        if ((expected.contains("whole number") && !expected.contains("in quotes"))
                || expected.startsWith("the number of")) {
            return String.valueOf(random.nextInt(Integer.MAX_VALUE));
        }
        if (expected.startsWith("shards")) {
            return random.nextBoolean() ? "7" : random.nextBoolean() ? "4096-8191" : "0 - 9";
        }
        if (expected.contains("quotes") || expected.startsWith("'") || expected.startsWith("a value")) {
            return TEXTS.get(random.nextInt(TEXTS.size()));
        }
        if (expected.contains(".") || expected.startsWith("the opposite")) {
            return random.nextBoolean() ? "pinterest.pins" : "`a`.`b`";
        }
        if (expected.startsWith("an expression") || expected.startsWith("a condition")) {
            return "(1)";
        }
        if (expected.equals("a statement")) {
            return "SELECT";
        }
        return expected.equals("the name of a user") ? "root" : NAMES.get(random.nextInt(NAMES.size()));
    }
}
