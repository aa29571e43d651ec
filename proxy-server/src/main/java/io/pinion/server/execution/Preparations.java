package io.pinion.server.execution;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.execution.answer.PreparedHead;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.Affinity;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.execution.single.CurrentExecution;
import io.pinion.server.execution.single.PrepareCommand;
import io.pinion.server.execution.single.ServerStatement;
import io.pinion.server.execution.single.TextPreparation;
import java.util.List;
import java.util.Optional;

/**
 * Prepares statements. A server has parsed a statement before its client learns that it can be executed. One for each
 * session, on its event loop.
 */
public final class Preparations {
    private final SessionContext session;
    private final CurrentExecution current;

    Preparations(SessionContext session, CurrentExecution current) {
        this.session = session;
        this.current = current;
    }

    /** Has a server parse a text that Pinion will keep, if executions would go to a server. */
    public void check(RoutePlan plan, TextPreparation text, Completion completion) {
        switch (plan) {
            case RoutePlan.SingleShard single ->
                ServerStatement.runKnowingVariables(
                        session,
                        current,
                        aside(single.target().pair(), single.text(), single.context(), BackendRequest.SILENT),
                        text,
                        completion);
            case RoutePlan.AnyServer any ->
                ServerStatement.runKnowingVariables(
                        session,
                        current,
                        aside(any.pair(), any.text(), any.context(), BackendRequest.SILENT),
                        text,
                        completion);
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

    /** Has a server prepare the text, or prepares it in Pinion if Pinion itself answers executions. */
    public void prepare(RoutePlan plan, PrepareCommand command, Completion completion) {
        switch (plan) {
            case RoutePlan.SingleShard single ->
                prepare(
                        single.target().pair(),
                        Affinity.ASIDE,
                        single.text(),
                        single.context(),
                        single.effects(),
                        command,
                        completion);
            case RoutePlan.AnyServer any ->
                prepare(
                        any.pair(),
                        PlanExecutor.mustRunElsewhere(session, any) ? Affinity.ASIDE : Affinity.ANYWHERE,
                        any.text(),
                        any.context(),
                        any.effects(),
                        command,
                        completion);
            case RoutePlan.FanOut fanOut -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Gather gather -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.ReadThenWrite steps -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.LoadRows rows -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Numbered numbered -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            // The server knows best which statements can't be prepared (1295), and which variables don't exist.
            case RoutePlan.ChangeSession change ->
                prepare(
                        session.cluster().anyPairOf(session.state()),
                        Affinity.ANYWHERE,
                        new StatementText.Original(),
                        BackendRequest.NO_DATABASE,
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
            String pair,
            Affinity affinity,
            StatementText text,
            DatabaseContext context,
            SessionEffects effects,
            PrepareCommand command,
            Completion completion) {
        ServerStatement.runKnowingVariables(
                session,
                current,
                new BackendRequest(
                        pair,
                        affinity,
                        Optional.empty(),
                        text,
                        context,
                        effects.readsPrevious() ? SessionEffects.READS_PREVIOUS : SessionEffects.PLAIN,
                        false,
                        new ResponseHandling.EditHead(PreparedHead.BYTES, command::numberForClient),
                        SessionEffect.NOTHING),
                command,
                completion);
    }

    private void preparedHere(PrepareCommand command, List<LocalAnswer.Column> columns, Completion completion) {
        int parameters =
                session.cluster().planner().parameterCount(session.state().view(), command.sql());
        session.sink().prepared(command.add(parameters), columns);
        completion.succeeded();
    }

    private static BackendRequest aside(
            String pair, StatementText text, DatabaseContext context, ResponseHandling use) {
        return new BackendRequest(
                pair,
                Affinity.ASIDE,
                Optional.empty(),
                text,
                context,
                SessionEffects.PLAIN,
                false,
                use,
                SessionEffect.NOTHING);
    }
}
