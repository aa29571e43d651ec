package io.pinion.routing.template;

import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.Rewritten;
import io.pinion.routing.text.lexer.Mention;
import java.util.List;

/**
 * The plan of all statements of one shape in one database under one topology, but for the values. Values decide only in
 * {@link #bind}, so that a cached template and a fresh one give equal plans.
 */
public interface PlanTemplate {

    /** @return the plan of this one statement; templates are shared by threads and keep no part of it */
    RoutePlan bind(Request request);

    /** The same plan for every statement of the shape. */
    record Always(RoutePlan plan) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return plan;
        }
    }

    /**
     * Planned anew with the session's values written in: {@code WHERE id = LAST_INSERT_ID()} is routed by its value.
     */
    record Replaced(List<Edit> edits) implements PlanTemplate {
        public Replaced {
            edits = List.copyOf(edits);
        }

        @Override
        public RoutePlan bind(Request request) {
            if (request.session().lastInsertId() instanceof LastInsertId.OnServer
                    && request.statement().mentions(Mention.LAST_INSERT_ID)) {
                return Refusals.unsupported("LAST_INSERT_ID() can't place a statement that also asks for the previous"
                        + " one's ROW_COUNT() or FOUND_ROWS(): ask for them one by one");
            }
            return plan(request, edits, true);
        }

        /** @param bare numbers of the session stand alone, so that they can place the statement */
        public static RoutePlan plan(Request request, List<Edit> edits, boolean bare) {
            Rewritten rewritten = Rewriter.rewriteBound(request.statement(), edits, new SessionValues(request, bare));
            return switch (request.replan(rewritten.sql())) {
                case RoutePlan.OnServer one
                when one.text() instanceof StatementText.Original -> one.with(StatementText.of(rewritten));
                case RoutePlan.ChangeSession(SessionChange change, StatementText.Original original) ->
                    new RoutePlan.ChangeSession(change, StatementText.of(rewritten));
                case RoutePlan plan -> plan;
            };
        }
    }
}
