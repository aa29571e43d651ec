package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.PlanText;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of docs/sql-support.md are planned as the page says; {@code -Dcases.update} writes what is. */
class SqlSupportPageTest {
    private static final Path PAGE = Path.of("../docs/sql-support.md");
    private static final Pattern EXAMPLE = Pattern.compile("```sql\n(.*?)\n```\n\n```text\n(.*?)\n```", Pattern.DOTALL);

    @Test
    void everyExampleIsPlannedAsThePageSays() throws IOException {
        String page = Files.readString(PAGE);
        String planned = EXAMPLE.matcher(page)
                .replaceAll(example -> Matcher.quoteReplacement(
                        "```sql\n" + example.group(1) + "\n```\n\n```text\n" + plan(example.group(1)) + "\n```"));
        if (System.getProperty("cases.update") != null) {
            Files.writeString(PAGE, planned);
            return;
        }
        List<String> examples =
                EXAMPLE.matcher(page).results().map(MatchResult::group).toList();
        assertThat(examples).hasSizeGreaterThan(5);
        assertThat(page).isEqualTo(planned);
    }

    private static String plan(String sql) {
        RoutePlanner planner = DemoPlanner.of(new PlanCache(100), SqlDialect.MARIADB, 101119);
        return PlanText.of(
                planner.plan(DemoCatalog.demo(), TestSessions.of(List.of()), sql.getBytes(StandardCharsets.UTF_8)));
    }
}
