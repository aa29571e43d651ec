package io.pinion.routing.template;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.lexer.Dialect;

/** What the planning of one statement may ask of its planner: other texts, planned in its place or as a part of it. */
public interface Replanning {
    /** Of the servers that plans are made for. */
    Dialect dialect();

    /** The statement that begins at the text's beginning. */
    Statement scan(SessionView session, byte[] sql, Parameters parameters);

    /** Plans a text as if the client had sent it. */
    RoutePlan plan(Catalog catalog, SessionView session, byte[] sql);

    /** @param described see {@link Request}, as for {@code inserted} */
    RoutePlan plan(Catalog catalog, SessionView session, Statement statement, boolean described, InsertedId inserted);

    /** Plans the query that is the first step of a statement, or what it writes: see {@link Request}. */
    RoutePlan planStep(Catalog catalog, SessionView session, Statement statement);

    /** Plans the preparation of a text. */
    RoutePlan describe(Catalog catalog, SessionView session, byte[] sql);

    /** What all statements of this shape have in common, whatever their kind. */
    PlanTemplate template(Request request);

    /** The mode by whose rules Pinion can't read the texts of a session with these flags; empty for none. */
    String unknownMode(SessionView.SqlModeFlags flags);
}
