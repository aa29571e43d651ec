package io.pinion.routing.planner;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Several statements in one text. The text passes whole when all go to one pair under one current database. Any other
 * text is split, as one with a SET: each SET has its own answer, and the first that fails ends the text; as one that begins by
 * asking for diagnostics, which are on the connection of the statement before.
 */
final class SeveralStatements {
    private final RoutePlanner planner;
    private final Catalog catalog;
    /** The session as the next statement sees it. */
    private SessionView view;

    private final byte[] sql;

    private final List<byte[]> statements = new ArrayList<>();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final Set<RetainedState> left = EnumSet.noneOf(RetainedState.class);
    private boolean callsStored;
    private InsertIdEffect insertId = InsertIdEffect.KEPT;
    private CommitEffect commits = CommitEffect.NONE;
    private boolean edited;
    private @Nullable Target target;
    private @Nullable String pair;
    /** No other pair has the tables, or the current database, of what was added. */
    private boolean pairIsNeeded;

    private DatabaseContext context = new DatabaseContext.Irrelevant();

    SeveralStatements(RoutePlanner planner, Catalog catalog, SessionView session, byte[] sql) {
        this.planner = planner;
        this.catalog = catalog;
        this.view = session;
        this.sql = sql;
    }

    RoutePlan plan(Statement first) {
        Statement statement = first;
        boolean together = true;
        int from = 0;
        while (true) {
            if (isNothing(statement)) {
                // The rest of the text is refused when its turn comes.
                statements.add(Arrays.copyOfRange(sql, from, sql.length));
                return new RoutePlan.Split(statements);
            }
            statements.add(Arrays.copyOfRange(sql, from, statement.end()));
            together = together && add(statement);
            if (statement.next() < 0) {
                break;
            }
            from = statement.next();
            text.write(sql, statement.end(), from - statement.end());
            statement = planner.scan(view, sql, from, Parameters.NONE);
        }
        return together ? result() : new RoutePlan.Split(statements);
    }

    /** Servers refuse a semicolon with nothing before it, unless nothing is behind it either. */
    private static boolean isNothing(Statement statement) {
        return statement.kind() == StatementKind.EMPTY && statement.anchorCount() == 0 && statement.next() >= 0;
    }

    /** False when the statement can't go with the others in one text. */
    private boolean add(Statement statement) {
        RoutePlan plan = statements.size() == 1
                ? planner.planFirst(catalog, view, statement)
                : planner.plan(catalog, view.behindAnother(), statement);
        return switch (plan) {
            case RoutePlan.SingleShard single -> {
                boolean composed = single.insertedId() instanceof RoutePlan.InsertedId.Composed;
                target = target == null ? single.target() : target;
                yield !composed && goTo(single.pair(), true) && add(statement, single);
            }
            case RoutePlan.AnyServer any when any.effects().hasToDoWithLocks() -> false;
            case RoutePlan.AnyServer any ->
                goTo(any.pair(), any.context() instanceof DatabaseContext.Required) && add(statement, any);
            case RoutePlan.Split split -> throw new IllegalStateException("one statement was split");
            // The statements before one that is refused run all the same, as on a server.
            case RoutePlan other -> false;
        };
    }

    /** False when other statements need another pair. */
    private boolean goTo(String itsPair, boolean needed) {
        if (pairIsNeeded) {
            return !needed || itsPair.equals(pair);
        }
        pair = itsPair;
        pairIsNeeded = needed;
        return true;
    }

    private boolean add(Statement statement, RoutePlan.OnServer plan) {
        SessionEffects effects = plan.effects();
        if (effects.retainedState().contains(RetainedState.TEXT_RULES)) {
            // It may change how the rest of the text must be read.
            return false;
        }
        if (effects.renamesTables()) {
            // What the statements before leave on the connection decides whether it may run.
            return false;
        }
        if (!effects.things().used().isEmpty() || !effects.things().ended().isEmpty()) {
            // What it uses or ends decides the connection, and an answer of its own tells whether that has ended.
            return false;
        }
        if (statements.size() == 1 && effects.readsPrevious()) {
            // What it reads may be on a connection that doesn't suit the rest: of another pair, in another database.
            return false;
        }
        if (plan.context() instanceof DatabaseContext.Required) {
            if (context instanceof DatabaseContext.Required && !context.equals(plan.context())) {
                return false;
            }
            context = plan.context();
        } else if (plan.context() instanceof DatabaseContext.None && !(context instanceof DatabaseContext.Required)) {
            context = plan.context();
        }
        left.addAll(effects.retainedState());
        callsStored |= effects.callsStored();
        if (statements.size() == 1) {
            commits = effects.commits();
        } else if (effects.commits() != CommitEffect.NONE && commits == CommitEffect.NONE) {
            commits = CommitEffect.WITHIN;
        }
        if (effects.insertId() != InsertIdEffect.KEPT) {
            // Later statements of the text ask the server, which has run this one by then.
            insertId = InsertIdEffect.UNSEEN;
            view = view.withoutInsertId();
        }
        switch (plan.text()) {
            case StatementText.Original original ->
                text.write(sql, statement.start(), statement.end() - statement.start());
            case StatementText.Edited(byte[] bytes) -> {
                edited = true;
                text.writeBytes(bytes);
            }
            case StatementText.Parameterized parameterized ->
                throw new IllegalStateException("a text of several statements can't be prepared");
        }
        return true;
    }

    private RoutePlan result() {
        StatementText whole = edited ? new StatementText.Edited(text.toByteArray()) : new StatementText.Original();
        SessionEffects effects = new SessionEffects(false, left, insertId, callsStored).committing(commits);
        if (target != null) {
            return new RoutePlan.SingleShard(target, whole, context, new RoutePlan.InsertedId.AsReported(), effects);
        }
        if (pair == null) {
            throw new IllegalStateException("a text of several statements was planned without one");
        }
        return new RoutePlan.AnyServer(pair, whole, context, effects);
    }
}
