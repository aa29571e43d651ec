package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.planner.keyspace.ShardRoute;
import io.pinion.routing.rewrite.Argument;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The plan of a statement with bound values is that of the text with those values written in, up to its {@code ?};
 * whichever of the two made the template.
 */
class BoundPlanTest {
    private static final Catalog CATALOG = DemoCatalog.demo();
    private static final List<Cases.Case> ALL = allCases();
    private static final List<String> SOME_VALUES = List.of(
            "NULL",
            "5",
            "-5",
            "241294492511762325",
            "18446744073709551615",
            "-9223372036854775808",
            "1.5",
            "-1.5",
            "1e5",
            "1.5e300",
            "'241294492511762325'",
            "''",
            "x'00ff'",
            "time '12:00:00'");

    @Property(tries = 1500)
    void boundValuesArePlannedAsLiterals(@ForAll Random random) {
        Cases.Case chosen = ALL.get(random.nextInt(ALL.size()));
        SessionView session = TestSessions.of(chosen.settings());
        BoundText bound = BoundText.of(chosen.sql(), session, CATALOG, random);
        byte[] written = planner(new PlanCache(10)).withLiterals(session, bound.sql(), bound.values());

        RoutePlan ofText = planner(new PlanCache(10)).plan(CATALOG, session, written);
        RoutePlan ofValues = planner(new PlanCache(10)).plan(CATALOG, session, bound.sql(), bound.values());

        // Texts that can't be prepared, or have a ? of their own.
        if (ofValues.equals(Refusals.severalPrepared()) || ofValues.equals(Refusals.otherArguments())) {
            return;
        }
        // LIMIT takes text that is bound, and none that is written.
        if (ofText.equals(Refusals.syntax(ShardRoute.COUNTS))) {
            return;
        }
        assertThat(comparable(withLiterals(ofValues, session, bound.values())))
                .as("%s with %s, as text %s", text(bound.sql()), bound.values(), text(written))
                .isEqualTo(comparable(ofText));
    }

    @Property(tries = 1000)
    void templatesServeTextAndBoundValuesAlike(@ForAll Random random) {
        Cases.Case chosen = ALL.get(random.nextInt(ALL.size()));
        SessionView session = TestSessions.of(chosen.settings());
        BoundText bound = BoundText.of(chosen.sql(), session, CATALOG, random);
        BoundText other = BoundText.of(chosen.sql(), session, CATALOG, random);
        PlanCache cache = new PlanCache(10);
        planner(cache).plan(CATALOG, session, other.sql(), other.values());
        planner(cache).plan(CATALOG, session, planner(cache).withLiterals(session, other.sql(), other.values()));

        RoutePlan cached = planner(cache).plan(CATALOG, session, bound.sql(), bound.values());
        RoutePlan fresh = planner(new PlanCache(10)).plan(CATALOG, session, bound.sql(), bound.values());
        assertThat(PlanText.of(cached)).as(text(bound.sql())).isEqualTo(PlanText.of(fresh));

        byte[] written = planner(cache).withLiterals(session, bound.sql(), bound.values());
        assertThat(PlanText.of(planner(cache).plan(CATALOG, session, written)))
                .as(text(written))
                .isEqualTo(PlanText.of(planner(new PlanCache(10)).plan(CATALOG, session, written)));
    }

    @Property(tries = 1000)
    void whatIsPreparedHasTheClientsParameters(@ForAll Random random) {
        Cases.Case chosen = ALL.get(random.nextInt(ALL.size()));
        SessionView session = TestSessions.of(chosen.settings());
        BoundText bound = BoundText.of(chosen.sql(), session, CATALOG, random);
        RoutePlanner planner = planner(new PlanCache(10));
        int parameters = planner.parameterCount(session, bound.sql());
        byte[] prepared =
                switch (planner.describe(CATALOG, session, bound.sql())) {
                    case RoutePlan.SingleShard single -> bytes(single.text(), bound.sql());
                    case RoutePlan.AnyServer any -> bytes(any.text(), bound.sql());
                    default -> bound.sql();
                };
        assertThat(planner.parameterCount(session, prepared)).as(text(prepared)).isEqualTo(parameters);
    }

    @Property(tries = 2000)
    void anyTextWithAnyValuesHasAPlan(@ForAll Random random) {
        Cases.Case chosen = ALL.get(random.nextInt(ALL.size()));
        SessionView session = TestSessions.of(chosen.settings());
        byte[] sql = garbled(chosen.sql(), random);
        RoutePlanner planner = planner(new PlanCache(10));
        List<ParameterValue> values = new ArrayList<>();
        for (int left = planner.parameterCount(session, sql); left > 0; left--) {
            values.add(CaseValues.value(SOME_VALUES.get(random.nextInt(SOME_VALUES.size()))));
        }
        assertThatCode(() -> planner.describe(CATALOG, session, sql))
                .as(text(sql))
                .doesNotThrowAnyException();
        assertThatCode(() -> planner.plan(CATALOG, session, sql, Parameters.of(values)))
                .as(() -> text(sql) + " with " + values)
                .doesNotThrowAnyException();
    }

    /** Some tokens become parameters and others go. */
    private static byte[] garbled(String sql, Random random) {
        List<String> tokens = new ArrayList<>(List.of(sql.split("(?<=\\W)|(?=\\W)")));
        for (int times = random.nextInt(4); times >= 0; times--) {
            int at = random.nextInt(tokens.size());
            switch (random.nextInt(3)) {
                case 0 -> tokens.set(at, "?");
                case 1 -> tokens.add(at, " ? ");
                default -> tokens.set(at, tokens.get(random.nextInt(tokens.size())));
            }
        }
        return String.join("", tokens).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(StatementText text, byte[] original) {
        return switch (text) {
            case StatementText.Original same -> original;
            case StatementText.Edited(byte[] sql) -> sql;
            case StatementText.Parameterized(byte[] sql, List<Argument> arguments) -> sql;
        };
    }

    /** The plan with its arguments written into its text. */
    private static RoutePlan withLiterals(RoutePlan plan, SessionView session, Parameters values) {
        return switch (plan) {
            case RoutePlan.SingleShard single ->
                new RoutePlan.SingleShard(
                        single.target(),
                        withLiterals(single.text(), session, values),
                        single.context(),
                        single.insertedId(),
                        single.effects(),
                        single.warnings());
            case RoutePlan.AnyServer any ->
                new RoutePlan.AnyServer(
                        any.pair(), withLiterals(any.text(), session, values), any.context(), any.effects());
            default -> plan;
        };
    }

    private static StatementText withLiterals(StatementText text, SessionView session, Parameters values) {
        if (!(text instanceof StatementText.Parameterized(byte[] sql, List<Argument> arguments))) {
            return text;
        }
        List<ParameterValue> all = new ArrayList<>();
        for (Argument argument : arguments) {
            all.add(
                    switch (argument) {
                        case Argument.Bound(int parameter) -> values.value(parameter);
                        case Argument.Int(long value) -> new ParameterValue.Int(value);
                    });
        }
        return new StatementText.Edited(planner(new PlanCache(10)).withLiterals(session, sql, Parameters.of(all)));
    }

    /** Blanks beside a literal, places in the client's text and what stands before bytes differ. */
    private static String comparable(RoutePlan plan) {
        return PlanText.of(plan).replaceAll("at character \\d+|_binary ", "").replaceAll("[ \\n]", "");
    }

    private static RoutePlanner planner(PlanCache cache) {
        return DemoPlanner.of(cache, SqlDialect.MARIADB, 101119);
    }

    private static String text(byte[] sql) {
        return new String(sql, StandardCharsets.UTF_8);
    }

    private static List<Cases.Case> allCases() {
        List<Cases.Case> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/cases/routing"))) {
            for (Path file : files.sorted().toList()) {
                Cases.read(file).cases().stream()
                        .filter(next -> next.setting("values") == null && next.setting("command") == null)
                        .forEach(all::add);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return all;
    }
}
