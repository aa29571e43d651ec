package io.pinion.server.testing;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.template.BoundCounts;
import io.pinion.routing.text.Fingerprint;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plans by first words, so that tests of the data path say in the statement itself what they want: {@code ON pair1 …} goes
 * to that pair, {@code IN db00001 …} needs that database, {@code ID 4096 …} composes ids upon that base.
 */
public class TestPlanner implements StatementPlanner {
    private static final String DEFAULT_PAIR = "pair1";

    @Override
    public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql, Parameters parameters) {
        return plan(catalog, session, sql);
    }

    @Override
    public @Nullable Fingerprint shape() {
        return null;
    }

    @Override
    public RoutePlan planCarried(Catalog catalog, SessionView session, byte[] sql) {
        return plan(catalog, session, sql);
    }

    @Override
    public boolean isQuick(Catalog catalog, SessionView session, byte[] sql, Parameters parameters) {
        return true;
    }

    @Override
    public RoutePlan planNumbered(SessionView session, RoutePlan.Numbered numbered, long first) {
        throw new IllegalStateException("no statement of this planner needs numbers");
    }

    @Override
    public RoutePlan describe(Catalog catalog, SessionView session, byte[] sql) {
        return plan(catalog, session, sql);
    }

    @Override
    public @Nullable HeldShard heldShard(Catalog catalog, SessionView session, byte[] sql, RoutePlan plan) {
        return null;
    }

    @Override
    public int parameterCount(SessionView session, byte[] sql) {
        return 0;
    }

    @Override
    public SqlDialect dialect() {
        return SqlDialect.MARIADB;
    }

    @Override
    public BoundCounts ofVariables(SessionView session, byte[] sql, Parameters values) {
        return new BoundCounts.Counted(values);
    }

    @Override
    public byte[] withLiterals(SessionView session, byte[] sql, Parameters parameters) {
        return sql;
    }

    @Override
    public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
        String text = new String(sql, StandardCharsets.UTF_8);
        String upper = text.toUpperCase(Locale.ROOT);
        String[] words = text.split("[ ;]+");
        return switch (words[0].toUpperCase(Locale.ROOT)) {
            case "SET" ->
                new RoutePlan.ChangeSession(new SessionChange.Assign(
                        Stream.of(text.substring(4).split(", "))
                                .map(TestPlanner::assignment)
                                .toList(),
                        upper.contains("ROW_COUNT()")));
            case "BEGIN" -> new RoutePlan.ChangeSession(new SessionChange.Begin(true));
            case "COMMIT" -> new RoutePlan.ChangeSession(new SessionChange.Commit(ending(upper)));
            case "ROLLBACK" ->
                new RoutePlan.ChangeSession(
                        upper.contains(" TO ")
                                ? new SessionChange.Savepoint()
                                : new SessionChange.Rollback(SessionChange.Ending.UNSAID));
            case "SAVEPOINT", "RELEASE" -> new RoutePlan.ChangeSession(new SessionChange.Savepoint());
            case "USE" -> use(words[1].replace("`", ""));
            case "LOCAL" -> new RoutePlan.Local(new LocalAnswer.Done());
            case "REFUSED" -> new RoutePlan.Refused(1105, "HY000", "refused by plan");
            case "BROKEN" -> throw new IllegalStateException("a planner's mistake");
            case "ON" -> single(words[1], "db1", new DatabaseContext.Irrelevant(), SessionEffects.PLAIN);
            case "IN" -> single(DEFAULT_PAIR, words[1], new DatabaseContext.Required(words[1]), SessionEffects.PLAIN);
            case "ID" ->
                new RoutePlan.SingleShard(
                        new Target(DEFAULT_PAIR, "db1"),
                        new StatementText.Original(),
                        new DatabaseContext.Irrelevant(),
                        new InsertedId.Composed(Long.parseLong(words[1]), true),
                        SessionEffects.PLAIN);
            case "EDIT" ->
                new RoutePlan.SingleShard(
                        new Target(DEFAULT_PAIR, "db1"),
                        new StatementText.Edited("edited text".getBytes(StandardCharsets.UTF_8)),
                        new DatabaseContext.Irrelevant(),
                        new InsertedId.AsReported(),
                        SessionEffects.PLAIN);
            case "LOCK" ->
                single(
                        DEFAULT_PAIR,
                        "db1",
                        new DatabaseContext.Irrelevant(),
                        SessionEffects.PLAIN.alsoLeaving(RetainedState.TABLE_LOCK));
            case "UNLOCK" ->
                single(
                        DEFAULT_PAIR,
                        "db1",
                        new DatabaseContext.Irrelevant(),
                        new SessionEffects(
                                false,
                                Set.of(),
                                InsertIdEffect.KEPT,
                                false,
                                new SessionObjects(
                                        List.of(),
                                        List.of(new SessionObjects.Thing(
                                                RetainedState.TABLE_LOCK, SessionObjects.ALL))),
                                false,
                                false,
                                SessionEffects.CommitEffect.NONE));
            case "TEMPORARY" ->
                single(
                        DEFAULT_PAIR,
                        "db1",
                        new DatabaseContext.Irrelevant(),
                        SessionEffects.PLAIN.alsoLeaving(RetainedState.TEMPORARY_TABLE));
            case "FUNCTION" ->
                new RoutePlan.AnyServer(
                        DEFAULT_PAIR,
                        new StatementText.Original(),
                        new DatabaseContext.Irrelevant(),
                        new SessionEffects(false, Set.of(RetainedState.UNKNOWN), InsertIdEffect.KEPT, true),
                        List.of());
            case "CALLS" ->
                single(
                        DEFAULT_PAIR,
                        "db1",
                        new DatabaseContext.Irrelevant(),
                        new SessionEffects(false, Set.of(), InsertIdEffect.KEPT, true));
            case "SHOW" ->
                session.previous()
                        .get()
                        .conditions()
                        .filter(known -> upper.equals("SHOW WARNINGS"))
                        .<RoutePlan>map(TestPlanner::known)
                        .orElseGet(() -> any(SessionEffects.READS_PREVIOUS));
            case "SELECT" -> any(SessionEffects.PLAIN);
            case "ALTER" ->
                single(
                        DEFAULT_PAIR,
                        "db1",
                        new DatabaseContext.Irrelevant(),
                        SessionEffects.PLAIN.committing(CommitEffect.FIRST));
            default -> single(DEFAULT_PAIR, "db1", new DatabaseContext.Irrelevant(), SessionEffects.PLAIN);
        };
    }

    private static RoutePlan known(PreviousDiagnostics.Conditions conditions) {
        return new RoutePlan.Local(new LocalAnswer.Rows(
                LocalAnswer.Rows.CONDITION_COLUMNS,
                conditions.listed().stream()
                        .map(one -> List.<@Nullable String>of(one.level(), String.valueOf(one.code()), one.message()))
                        .toList()));
    }

    private static RoutePlan use(String database) {
        return database.startsWith("no")
                ? new RoutePlan.Refused(1049, "42000", "Unknown database '" + database + "'")
                : new RoutePlan.ChangeSession(new SessionChange.Use(database));
    }

    private static RoutePlan any(SessionEffects effects) {
        return new RoutePlan.AnyServer(
                DEFAULT_PAIR, new StatementText.Original(), new DatabaseContext.Irrelevant(), effects);
    }

    private static RoutePlan single(String pair, String database, DatabaseContext context, SessionEffects effects) {
        return new RoutePlan.SingleShard(
                new Target(pair, database),
                new StatementText.Original(),
                context,
                new InsertedId.AsReported(),
                effects);
    }

    private static Assignment assignment(String text) {
        String[] sides = text.split("=", 2);
        String name = sides[0].strip();
        if (name.startsWith("NAMES ")) {
            return new Assignment.Names(name.substring(6), "", text);
        }
        if (name.startsWith("SESSION TRANSACTION ")) {
            return new Assignment.Transaction(false, name.substring(20), text);
        }
        if (name.startsWith("TRANSACTION ")) {
            return new Assignment.Transaction(true, name.substring(12), text);
        }
        boolean literal = !sides[1].contains("(") && !sides[1].contains("@") && !sides[1].equals("DEFAULT");
        return name.startsWith("@")
                ? new Assignment.UserVariable(name.substring(1), sides[1], literal, text)
                : new Assignment.SessionVariable(name, sides[1].replaceAll("^'(.*)'$", "$1"), literal, text);
    }

    private static SessionChange.Ending ending(String upper) {
        return upper.contains("CHAIN")
                ? new SessionChange.Ending(Optional.of(true), Optional.empty())
                : SessionChange.Ending.UNSAID;
    }
}
