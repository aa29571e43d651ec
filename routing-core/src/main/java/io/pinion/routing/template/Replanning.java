package io.pinion.routing.template;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.lexer.SqlDialect;

/**
 * The planner as the planning of one statement sees it: plans other texts, in the statement's place or as a part of it.
 */
public interface Replanning {
    /** The dialect of the servers that plans are made for. */
    SqlDialect dialect();

    /** The statement at the text's beginning. */
    Statement scan(SessionView session, byte[] sql, Parameters parameters);

    /** Plans a text as if the client had sent it. */
    RoutePlan plan(Catalog catalog, SessionView session, byte[] sql);

    /** @param described see {@link Request}, as for {@code inserted} */
    RoutePlan plan(Catalog catalog, SessionView session, Statement statement, boolean described, InsertedId inserted);

    /** Plans the query that is the first step of a statement, or the statement that writes: see {@link Request}. */
    RoutePlan planStep(Catalog catalog, SessionView session, Statement statement);

    /** Plans the preparation of a text. */
    RoutePlan describe(Catalog catalog, SessionView session, byte[] sql);

    /** The template of all statements of this shape, whatever their kind. */
    PlanTemplate template(Request request);

    /** The mode whose rules keep Pinion from reading the texts of a session with these flags; empty for none. */
    String unknownMode(SessionView.SqlModeFlags flags);
}
