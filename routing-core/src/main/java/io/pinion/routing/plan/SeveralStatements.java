package io.pinion.routing.plan;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.StatementTraits.InsertIdEffect;
import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Several statements in one text. They pass whole when all go to one pair under one current database; a text of SETs
 * alone ({@code SET a = 1; SET b = 2}, as Django connects) is one change of the session.
 */
final class SeveralStatements {
    private final RoutePlanner planner;
    private final Catalog catalog;
    /** What the next statement may know of the session. */
    private SessionView view;

    private final byte[] sql;

    private final List<Assignment> assignments = new ArrayList<>();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final Set<LeftBehind> left = EnumSet.noneOf(LeftBehind.class);
    private boolean readsPrevious;
    private boolean callsStored;
    private InsertIdEffect insertId = InsertIdEffect.KEPT;
    private boolean edited;
    private @Nullable Target target;
    private @Nullable String pair;
    private DatabaseContext context = new DatabaseContext.Irrelevant();

    SeveralStatements(RoutePlanner planner, Catalog catalog, SessionView session, byte[] sql) {
        this.planner = planner;
        this.catalog = catalog;
        this.view = session;
        this.sql = sql;
    }

    RoutePlan plan(Statement first) {
        Statement statement = first;
        while (true) {
            Refused refused = add(statement);
            if (refused != null) {
                return refused;
            }
            if (statement.next() < 0) {
                break;
            }
            text.write(sql, statement.end(), statement.next() - statement.end());
            statement = planner.scan(view, sql, statement.next(), Parameters.NONE);
        }
        return result();
    }

    private @Nullable Refused add(Statement statement) {
        return switch (planner.plan(catalog, view, statement)) {
            case RoutePlan.ChangeSession(SessionChange.Assign assign) -> {
                assignments.addAll(assign.assignments());
                yield null;
            }
            case RoutePlan.SingleShard single -> {
                boolean composed = single.insertedId() instanceof RoutePlan.InsertedId.Composed;
                Target before = target;
                target = before == null ? single.target() : before;
                yield composed
                                || (before != null
                                        && !before.pair().equals(single.target().pair()))
                        ? notTogether()
                        : add(statement, single.target().pair(), single.text(), single.context(), single.traits());
            }
            case RoutePlan.AnyServer any -> add(statement, any.pair(), any.text(), any.context(), any.traits());
            case Refused refused -> refused;
            case RoutePlan.ChangeSession change -> changesSession();
            case RoutePlan.Local local -> answeredByPinion();
            case RoutePlan.Admin admin -> answeredByPinion();
        };
    }

    private @Nullable Refused add(
            Statement statement,
            String itsPair,
            StatementText itsText,
            DatabaseContext itsContext,
            StatementTraits traits) {
        if (pair == null) {
            pair = itsPair;
        }
        if (itsContext instanceof DatabaseContext.Required) {
            if (context instanceof DatabaseContext.Required && !context.equals(itsContext)) {
                return notTogether();
            }
            context = itsContext;
        }
        left.addAll(traits.leftBehind());
        readsPrevious |= traits.readsPrevious();
        callsStored |= traits.callsStored();
        if (traits.insertId() != InsertIdEffect.KEPT) {
            // What follows in the text asks the server, which has run this by then.
            insertId = InsertIdEffect.UNSEEN;
            view = view.withoutInsertId();
        }
        switch (itsText) {
            case StatementText.Original original ->
                text.write(sql, statement.start(), statement.end() - statement.start());
            case StatementText.Edited(byte[] bytes) -> {
                edited = true;
                text.writeBytes(bytes);
            }
            case StatementText.Parameterized parameterized ->
                throw new IllegalStateException("a text of several statements can't be prepared");
        }
        return null;
    }

    private RoutePlan result() {
        if (!assignments.isEmpty()) {
            return pair == null ? new RoutePlan.ChangeSession(new SessionChange.Assign(assignments)) : changesSession();
        }
        StatementText whole = edited ? new StatementText.Edited(text.toByteArray()) : new StatementText.Original();
        StatementTraits traits = new StatementTraits(readsPrevious, left, insertId, callsStored);
        if (target != null) {
            return new RoutePlan.SingleShard(target, whole, context, new RoutePlan.InsertedId.AsReported(), traits);
        }
        if (pair == null) {
            throw new IllegalStateException("a text of several statements was planned without one");
        }
        return new RoutePlan.AnyServer(pair, whole, context, traits);
    }

    private static Refused changesSession() {
        return Refusals.unsupported(
                "a text of several statements can't hold one that changes the session or its transaction"
                        + " (SET, USE, BEGIN, COMMIT …) yet: send them one by one");
    }

    private static Refused answeredByPinion() {
        return Refusals.unsupported(
                "a text of several statements can't hold one that Pinion answers itself yet: send them"
                        + " one by one");
    }

    private static Refused notTogether() {
        return Refusals.unsupported("the statements of this text don't all go to one pair and database, and Pinion"
                + " doesn't split a text yet: send them one by one");
    }
}
