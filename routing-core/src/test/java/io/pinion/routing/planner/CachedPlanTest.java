package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A plan from a cached template is the plan that a fresh one gives, whatever values made the template. */
class CachedPlanTest {
    private static final Catalog CATALOG = DemoCatalog.demo();
    private static final Pattern LITERAL =
            Pattern.compile("(?<![\\w.@$])\\d{1,20}(?![\\w.])|(?<=db)\\d{5}(?=\\W)|(?<=shard=)\\d+|'[^'\\\\]*'");

    private static final List<Cases.Case> ALL = allCases();

    @Property(tries = 3000)
    void otherLiteralsGetTheirOwnPlan(@ForAll Random random) {
        Cases.Case chosen = ALL.get(random.nextInt(ALL.size()));
        SessionView session = TestSessions.of(chosen.settings());
        PlanCache cache = new PlanCache(10);
        planner(cache).plan(CATALOG, session, bytes(withOtherLiterals(chosen.sql(), random)));
        byte[] sql = bytes(withOtherLiterals(chosen.sql(), random));
        String cached = PlanText.of(planner(cache).plan(CATALOG, session, sql));
        String fresh = PlanText.of(planner(new PlanCache(10)).plan(CATALOG, session, sql));
        assertThat(cached).as(new String(sql, StandardCharsets.UTF_8)).isEqualTo(fresh);
    }

    @Property(tries = 1000)
    void havingLookedAtATextChangesNothing(@ForAll Random random) {
        SessionView session = TestSessions.in("pinterest");
        RoutePlanner planner = planner(new PlanCache(10));
        byte[] looked = bytes(ALL.get(random.nextInt(ALL.size())).sql());
        byte[] planned = random.nextBoolean()
                ? looked
                : bytes(ALL.get(random.nextInt(ALL.size())).sql());
        SessionView asking = random.nextBoolean() ? session : TestSessions.in("db03429");

        planner.isQuick(CATALOG, session, looked, Parameters.NONE);

        assertThat(PlanText.of(planner.plan(CATALOG, asking, planned)))
                .isEqualTo(PlanText.of(planner(new PlanCache(10)).plan(CATALOG, asking, planned)));
    }

    @Test
    void aValueThatBeginsAStatementIsNotQuoted() {
        PlanCache cache = new PlanCache(10);
        SessionView session = TestSessions.in("pinterest");
        String first = PlanText.of(planner(cache).plan(CATALOG, session, bytes("493 ALTER TABLE pins")));
        String second = PlanText.of(planner(cache).plan(CATALOG, session, bytes("765 ALTER TABLE pins")));
        assertThat(first).contains("begins with a value");
        assertThat(second).isEqualTo(first);
    }

    @Test
    void statementsThatDifferInValuesShareATemplate() {
        PlanCache cache = new PlanCache(10_000);
        SessionView session = TestSessions.in("pinterest");
        for (int shard = 0; shard < 4096; shard++) {
            long id = GlobalId.compose(new ShardId(shard), 1, 5).value();
            planner(cache).plan(CATALOG, session, bytes("SELECT data FROM pins WHERE id = " + id));
            planner(cache)
                    .plan(CATALOG, session, bytes("SELECT data FROM db%05d.pins WHERE local_id = 5".formatted(shard)));
            planner(cache)
                    .plan(
                            CATALOG,
                            TestSessions.in("db%05d".formatted(shard)),
                            bytes("SELECT data FROM pins WHERE local_id = 5"));
            planner(cache)
                    .plan(
                            CATALOG,
                            TestSessions.in("pinterest:" + shard),
                            bytes("SELECT data FROM pins WHERE ts = '2020-01-01'"));
        }
        assertThat(cache.size()).isEqualTo(4);
    }

    private static RoutePlanner planner(PlanCache cache) {
        return DemoPlanner.of(cache, SqlDialect.MARIADB, 101119);
    }

    private static String withOtherLiterals(String sql, Random random) {
        Matcher matcher = LITERAL.matcher(sql);
        StringBuilder changed = new StringBuilder();
        while (matcher.find()) {
            String literal = matcher.group();
            boolean keep = random.nextInt(3) == 0;
            String other = keep
                    ? literal
                    : literal.startsWith("'") ? otherString(literal, random) : otherNumber(literal, random);
            matcher.appendReplacement(changed, Matcher.quoteReplacement(other));
        }
        matcher.appendTail(changed);
        return changed.toString();
    }

    private static String otherNumber(String literal, Random random) {
        if (literal.length() == 5 && literal.startsWith("0")) {
            return "%05d".formatted(random.nextInt(5000));
        }
        return switch (random.nextInt(4)) {
            case 0 -> Long.toString(random.nextInt(5000));
            case 1 -> Long.toUnsignedString(random.nextLong());
            default -> Long.toString(someId(random));
        };
    }

    private static String otherString(String literal, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> "'" + someId(random) + "'";
            case 1 -> "'{\"board_id\": " + someId(random) + "}'";
            case 2 -> "'x" + random.nextInt(100) + "'";
            default -> literal;
        };
    }

    private static long someId(Random random) {
        int shard = random.nextInt(10) == 0 ? 5000 : random.nextInt(3) + 3428;
        return GlobalId.compose(new ShardId(shard), random.nextInt(5), random.nextInt(100))
                .value();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Cases.Case> allCases() {
        List<Cases.Case> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/cases/routing"))) {
            for (Path file : files.sorted().toList()) {
                all.addAll(Cases.read(file).cases());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return all;
    }
}
