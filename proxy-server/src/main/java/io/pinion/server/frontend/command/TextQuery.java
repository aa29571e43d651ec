package io.pinion.server.frontend.command;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.TextPreparedStatement;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.session.SessionState;
import java.util.List;

/** One statement, or several in one text, of a COM_QUERY. */
final class TextQuery implements StatementWork {
    private final Place place;
    private final SqlCommand command;

    /** What all texts of a session need. */
    record Place(
            SessionContext session,
            PlanExecutor executor,
            ClientReplies replies,
            StatementRunner runner,
            TextPreparedStatementCommand named) {}

    TextQuery(Place place, SqlCommand command) {
        this.place = place;
        this.command = command;
    }

    @Override
    public SqlCommand statement() {
        return command;
    }

    @Override
    public RoutePlan plan(Catalog catalog) {
        SessionState state = place.session().state();
        var planner = place.session().cluster().planner();
        if (state.severalAllowed().isPresent()) {
            // Connections to servers keep the login's capability for several statements, so such a text is never sent
            // whole.
            List<byte[]> statements = planner.split(state.view(), command.sql());
            if (statements.size() > 1) {
                return new RoutePlan.Split(statements);
            }
        }
        return planner.plan(catalog, state.view(), command.sql());
    }

    @Override
    public void execute(RoutePlan plan, Completion completion) {
        if (plan instanceof RoutePlan.Named(TextPreparedStatement action)) {
            place.named().run(action, command, completion);
        } else if (plan instanceof RoutePlan.Split split && allowsSeveral()) {
            new SplitText(place, split, command.attributes(), completion).run();
        } else {
            place.executor().execute(plan, command, completion);
        }
    }

    private boolean allowsSeveral() {
        SessionState state = place.session().state();
        return state.severalAllowed().orElseGet(() -> state.capabilities().has(Capabilities.MULTI_STATEMENTS));
    }
}
