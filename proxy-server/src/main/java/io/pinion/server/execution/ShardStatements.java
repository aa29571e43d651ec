package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.dml.NumberedExecution;
import io.pinion.server.execution.dml.StepsExecution;
import io.pinion.server.execution.fanout.FanOutExecution;
import io.pinion.server.execution.fanout.FanOutReply;
import io.pinion.server.execution.fanout.TimeLimit;
import io.pinion.server.execution.gather.GatherExecution;
import io.pinion.server.execution.gather.GatheredAnswer;
import io.pinion.server.execution.load.LoadExecution;
import java.util.function.Consumer;

/**
 * Executes statements on several servers, and statements that need numbers first. One for each session, on its event
 * loop.
 */
final class ShardStatements {
    private static final ServerError EACH_LIMITED = new ServerError(
            ErrorCode.NOT_SUPPORTED_YET,
            "the session's sql_select_limit would cut the rows of each shard, not those of the statement, which needs several"
                    + " shards: give it a LIMIT, or SET sql_select_limit = DEFAULT");
    private static final ServerError GATHERING_LIMITED = new ServerError(
            ErrorCode.NOT_SUPPORTED_YET,
            "the session's sql_select_limit would cut the rows of each shard before they are gathered:"
                    + " SET sql_select_limit = DEFAULT");
    private final SessionContext session;

    ShardStatements(SessionContext session) {
        this.session = session;
    }

    void gather(RoutePlan.Gather plan, ClientStatement command, Completion completion) {
        if (session.state().variables().limitsSelects()) {
            session.fail(GATHERING_LIMITED, completion);
            return;
        }
        GatherExecution execution = new GatherExecution(
                session,
                plan,
                timeLimit(plan.policy(), command, true),
                command,
                GatheredAnswer.reply(session, command, plan),
                null,
                completion);
        session.current().set(execution);
        execution.start();
    }

    /** @param then receives the plan once its rows have their numbers */
    void numbered(RoutePlan.Numbered plan, Consumer<RoutePlan> then, Completion completion) {
        NumberedExecution execution =
                new NumberedExecution(session, plan, then, error -> session.fail(error, completion));
        session.current().set(execution);
        execution.start();
    }

    void readThenWrite(RoutePlan.ReadThenWrite plan, ClientStatement command, Completion completion) {
        TimeLimit timeLimit = TimeLimit.of(
                command,
                session.state().variables(),
                false,
                session.cluster().planner().dialect());
        StepsExecution execution = new StepsExecution(session, plan, timeLimit, completion);
        session.current().set(execution);
        execution.start();
    }

    void load(RoutePlan.LoadRows plan, Completion completion) {
        LoadExecution execution = new LoadExecution(session, plan, completion);
        session.current().set(execution);
        execution.start();
    }

    void fanOut(RoutePlan.FanOut plan, ClientStatement command, Completion completion) {
        if (plan.merging() instanceof RoutePlan.Merging.Rows rows
                && rows.plan().limit().equals(RowLimit.NONE)
                && session.state().variables().limitsSelects()) {
            session.fail(EACH_LIMITED, completion);
            return;
        }
        FanOutExecution execution =
                new FanOutExecution(session, plan, FanOutReply.of(session, plan), command, completion);
        session.current().set(execution);
        execution
                .within(timeLimit(plan.policy(), command, plan.merging().reads()))
                .inLine()
                .start();
    }

    private TimeLimit timeLimit(ScatterPolicy policy, ClientStatement command, boolean query) {
        SqlDialect dialect = session.cluster().planner().dialect();
        return TimeLimit.of(policy, dialect)
                .or(TimeLimit.of(command, session.state().variables(), query, dialect));
    }
}
