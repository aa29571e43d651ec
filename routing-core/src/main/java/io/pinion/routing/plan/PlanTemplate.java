package io.pinion.routing.plan;

import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.text.Mention;
import java.util.Collections;
import java.util.List;

/**
 * What is known of all statements of one shape in one database under one topology. Values decide only in {@link #bind},
 * so that a cached template and a fresh one give equal plans.
 */
sealed interface PlanTemplate
        permits PlanTemplate.Always,
                PlanTemplate.SessionRow,
                PlanTemplate.Replaced,
                PlanTemplate.Guarded,
                PlanTemplate.Privileged,
                PlanTemplate.SystemChange,
                WholeRoute,
                AnyRoute,
                ShardRoute {

    /** @return the plan of this one statement; templates are shared by threads and keep nothing of it */
    RoutePlan bind(Request request);

    /** The same for every statement of the shape. */
    record Always(RoutePlan plan) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return plan;
        }
    }

    /** One row of what the session itself knows: {@code SELECT DATABASE()}. */
    record SessionRow(String column, SessionFunction function) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            String value = request.textOf(function);
            return new RoutePlan.Local(new LocalAnswer.Rows(
                    LocalAnswer.Rows.textColumns(column), List.of(Collections.singletonList(value))));
        }
    }

    /** Planned anew with what the session answers in place: {@code WHERE id = LAST_INSERT_ID()} is routed by its value. */
    record Replaced(List<Edit> edits) implements PlanTemplate {
        public Replaced {
            edits = List.copyOf(edits);
        }

        @Override
        public RoutePlan bind(Request request) {
            if (request.session().lastInsertId().isEmpty()
                    && request.statement().mentions(Mention.LAST_INSERT_ID)) {
                return Refusals.unsupported("LAST_INSERT_ID() can't place a statement that also asks for the previous"
                        + " one's ROW_COUNT() or FOUND_ROWS(): ask for them one by one");
            }
            byte[] sql = Rewriter.rewrite(request.statement(), edits, new ShardValues(request, -1, null));
            RoutePlan plan = request.replan(sql);
            return plan instanceof RoutePlan.SingleShard single && single.text() instanceof StatementText.Original
                    ? new RoutePlan.SingleShard(
                            single.target(),
                            new StatementText.Edited(sql),
                            single.context(),
                            single.insertedId(),
                            single.traits())
                    : plan;
        }
    }

    /** Keyspaces are named elsewhere than where tables stand ({@code SELECT legacy.f()}): these, too, need the right. */
    record Guarded(List<String> keyspaces, PlanTemplate inner) implements PlanTemplate {
        public Guarded {
            keyspaces = List.copyOf(keyspaces);
        }

        @Override
        public RoutePlan bind(Request request) {
            for (int i = 0; i < keyspaces.size(); i++) {
                if (!request.session().rights().mayUse(keyspaces.get(i))) {
                    return Refusals.accessDenied(request.session(), keyspaces.get(i));
                }
            }
            return inner.bind(request);
        }
    }

    /** A server would ask for a privilege that the data account may have and the user has not. */
    record Privileged(Privilege privilege, PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return request.session().admin() ? inner.bind(request) : privilege.refusal();
        }
    }

    /** Changes the system's own database. */
    record SystemChange(String database, PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return request.session().admin() ? inner.bind(request) : Refusals.accessDenied(request.session(), database);
        }
    }
}
