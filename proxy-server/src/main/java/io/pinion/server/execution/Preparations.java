package io.pinion.server.execution;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.execution.answer.PreparedHead;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.StatementPlace;
import io.pinion.server.execution.single.PrepareCommand;
import io.pinion.server.execution.single.ServerStatement;
import java.util.List;

/**
 * Prepares statements. A server has parsed a statement before its client learns that it can be executed. One for each
 * session, on its event loop.
 */
public final class Preparations {
    private final SessionContext session;

    Preparations(SessionContext session) {
        this.session = session;
    }

    /** Has a server parse a text that Pinion will keep, if executions would go to a server. */
    public void check(RoutePlan plan, PrepareCommand command, Completion completion) {
        switch (plan) {
            case RoutePlan.SingleShard single ->
                check(single.target().pair(), single.context(), single.text(), command, completion);
            case RoutePlan.AnyServer any -> check(any.pair(), any.context(), any.text(), command, completion);
            case RoutePlan.FanOut fanOut -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Gather gather -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.ReadThenWrite steps -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.LoadRows rows -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Numbered numbered -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.ChangeSession change -> completion.succeeded();
            case RoutePlan.Local local -> completion.succeeded();
            case RoutePlan.Admin admin -> completion.succeeded();
            case RoutePlan.ChangeSchema change -> completion.succeeded();
            case RoutePlan.Split split -> session.fail(ExecutionRefusals.NO_SEVERAL, completion);
            case RoutePlan.Named named -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Refused refused -> session.fail(ExecutionRefusals.of(refused), completion);
        }
    }

    private void check(
            String pair, DatabaseContext context, StatementText text, PrepareCommand command, Completion completion) {
        BackendRequest request = new BackendRequest(
                StatementPlace.aside(pair, context),
                text,
                SessionEffects.PLAIN,
                new ResponseHandling.Silent((answer, from) -> command.keepHandle(answer.bytes())));
        ServerStatement.runKnowingSession(session, request, command, completion);
    }

    /** Has a server prepare the text, or prepares it in Pinion if Pinion itself answers executions. */
    public void prepare(RoutePlan plan, PrepareCommand command, Completion completion) {
        switch (plan) {
            case RoutePlan.SingleShard single ->
                prepare(
                        StatementPlace.aside(single.target().pair(), single.context()),
                        single.text(),
                        single.effects(),
                        command,
                        completion);
            case RoutePlan.AnyServer any ->
                prepare(StatementPlace.of(session, any).asPrepared(), any.text(), any.effects(), command, completion);
            case RoutePlan.FanOut fanOut -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Gather gather -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.ReadThenWrite steps -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.LoadRows rows -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Numbered numbered -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            // The server knows best which statements can't be prepared (1295), and which variables don't exist.
            case RoutePlan.ChangeSession change ->
                prepare(
                        StatementPlace.anywhere(StatementPlace.pairOf(session)),
                        new StatementText.Original(),
                        SessionEffects.PLAIN,
                        command,
                        completion);
            case RoutePlan.Local(LocalAnswer.Rows rows) -> preparedHere(command, rows.columns(), completion);
            case RoutePlan.Local(LocalAnswer.Done done) -> preparedHere(command, List.of(), completion);
            case RoutePlan.Admin admin -> preparedHere(command, List.of(), completion);
            case RoutePlan.ChangeSchema change -> preparedHere(command, List.of(), completion);
            case RoutePlan.Split split -> session.fail(ExecutionRefusals.NO_SEVERAL, completion);
            case RoutePlan.Named named -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Refused refused -> session.fail(ExecutionRefusals.of(refused), completion);
        }
    }

    private void prepare(
            StatementPlace place,
            StatementText text,
            SessionEffects effects,
            PrepareCommand command,
            Completion completion) {
        BackendRequest request = new BackendRequest(
                place,
                text,
                effects.readsPrevious() ? SessionEffects.READS_PREVIOUS : SessionEffects.PLAIN,
                new ResponseHandling.EditHead(PreparedHead.BYTES, command::numberForClient));
        ServerStatement.runKnowingSession(session, request, command, completion);
    }

    private void preparedHere(PrepareCommand command, List<LocalAnswer.Column> columns, Completion completion) {
        int parameters =
                session.cluster().planner().parameterCount(session.state().view(), command.sql());
        session.sink().prepared(command.add(parameters), columns);
        completion.succeeded();
    }
}
