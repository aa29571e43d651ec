package io.pinion.server.frontend.command;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.TextPreparedStatement;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.template.BoundCounts;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.MysqlCharsets;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.Preparations;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.PrepareCommand;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.execution.single.VariablesQuery;
import io.pinion.server.session.TextPreparedStatements;
import io.pinion.server.session.TextPreparedStatements.KeptText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * PREPARE, EXECUTE and DEALLOCATE of texts that Pinion keeps. EXECUTE reads the USING variables with their types from
 * the session's server, writes their values into the text as literals, and runs the text as any other: it is planned by
 * its values and answered in text, as on a server.
 */
final class TextPreparedStatementCommand {
    private static final byte[] PREPARED = "Statement prepared".getBytes(StandardCharsets.US_ASCII);

    private final SessionContext session;
    private final PlanExecutor executor;
    private final Preparations preparations;
    private final ClientReplies replies;
    private final StatementRunner runner;

    TextPreparedStatementCommand(
            SessionContext session, PlanExecutor executor, ClientReplies replies, StatementRunner runner) {
        this.session = session;
        this.executor = executor;
        this.preparations = executor.preparations();
        this.replies = replies;
        this.runner = runner;
    }

    /** @param command the client's command, which runs until {@code completion} is called */
    void run(TextPreparedStatement action, SqlCommand command, Completion completion) {
        switch (action) {
            case TextPreparedStatement.Prepare(String name, TextPreparedStatement.Source source) -> {
                forget(name);
                withText(source, completion, sql -> prepare(name, sql, completion));
            }
            case TextPreparedStatement.Execute(String name, List<String> variables) ->
                execute(name, variables, command, completion);
            case TextPreparedStatement.Immediate(TextPreparedStatement.Source source, List<String> variables) ->
                withText(source, completion, sql -> execute(textOf(sql), variables, command, completion));
            case TextPreparedStatement.Unprepared(String name, RoutePlan.Refused reason) -> {
                forget(name);
                session.fail(ExecutionRefusals.of(reason), completion);
            }
            case TextPreparedStatement.Deallocate(String name) -> {
                if (session.state().textStatements().find(name) == null) {
                    failUnknown(name, "DEALLOCATE PREPARE", completion);
                    return;
                }
                session.state().textForgotten(name);
                replies.ok(0);
                completion.succeeded();
            }
        }
    }

    /** As on a server, the old text is gone even when the new one is wrong. */
    private void forget(String name) {
        session.state().textForgotten(name);
        session.pinned().takeText(name);
    }

    private void prepare(String name, byte[] sql, Completion completion) {
        TextPreparedStatements kept = session.state().textStatements();
        if (kept.isFull()) {
            fail(
                    ErrorCode.MAX_PREPARED_STMT_COUNT_REACHED,
                    "this session has prepared " + kept.limit()
                            + " texts, which is all it may: DEALLOCATE those that are done with",
                    completion);
            return;
        }
        if (!kept.hasRoomFor(sql.length)) {
            fail(
                    ErrorCode.MAX_PREPARED_STMT_COUNT_REACHED,
                    "the texts that this session has prepared would be longer than limits.max_allowed_packet together:"
                            + " DEALLOCATE those that are done with",
                    completion);
            return;
        }
        KeptText text = textOf(sql);
        PrepareCommand command = new PrepareCommand(
                sql,
                1,
                text.preparedIn(),
                session.state().variables().settings().preparation(),
                session.state().preparedStatements());
        runner.runPart(
                StatementWork.preparing(
                        command, text.preparedIn(), (plan, checked) -> preparations.check(plan, command, checked)),
                completion.after(() -> {
                    session.state().textKept(name, text);
                    replies.inform(PREPARED);
                    replies.ok(0);
                }));
    }

    private KeptText textOf(byte[] sql) {
        SessionView view = session.state().view();
        return new KeptText(sql, session.cluster().planner().parameterCount(view, sql), view);
    }

    private void execute(String name, List<String> variables, SqlCommand command, Completion completion) {
        KeptText text = session.state().textStatements().find(name);
        if (text == null) {
            failUnknown(name, "EXECUTE", completion);
            return;
        }
        if (!session.state().view().readsAsIn(text.preparedIn(), text.sql())) {
            session.fail(ExecutionRefusals.READ_OTHERWISE, completion);
            return;
        }
        execute(text, variables, command, completion);
    }

    private void execute(KeptText text, List<String> variables, SqlCommand command, Completion completion) {
        if (variables.size() != text.parameters()) {
            fail(ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to EXECUTE", completion);
        } else if (variables.isEmpty()) {
            runText(text, text.sql(), command, completion);
        } else {
            withValues(variables, completion, values -> {
                SessionView view = session.state().view().reading(text.preparedIn());
                StatementPlanner planner = session.cluster().planner();
                switch (planner.ofVariables(view, text.sql(), Parameters.of(values))) {
                    case BoundCounts.Refusal(RoutePlan.Refused refused) ->
                        session.fail(ExecutionRefusals.of(refused), completion);
                    case BoundCounts.Counted(Parameters counted) ->
                        runText(text, planner.withLiterals(view, text.sql(), counted), command, completion);
                }
            });
        }
    }

    private void runText(KeptText text, byte[] sql, SqlCommand command, Completion completion) {
        SqlCommand statement = new SqlCommand(sql, command.physicalPackets());
        StatementWork work =
                StatementWork.of(statement, text.preparedIn(), (plan, done) -> executor.execute(plan, statement, done));
        runner.runPart(work, completion);
    }

    private void withText(TextPreparedStatement.Source source, Completion completion, Consumer<byte[]> then) {
        switch (source) {
            case TextPreparedStatement.Source.Written(byte[] sql) -> then.accept(sql);
            case TextPreparedStatement.Source.Variable(String name) ->
                withValues(List.of(name), completion, values -> {
                    if (values.getFirst() instanceof ParameterValue.Text(byte[] bytes, String charset)) {
                        then.accept(inClientsCharset(bytes, charset));
                    } else {
                        fail(
                                ErrorCode.PARSE_ERROR,
                                "You have an error in your SQL syntax: the variable @" + name + " holds no text",
                                completion);
                    }
                });
        }
    }

    private byte[] inClientsCharset(byte[] text, String charset) {
        String wanted = session.state().view().charset();
        Charset from = MysqlCharsets.find(charset).orElse(null);
        Charset to = MysqlCharsets.find(wanted).orElse(null);
        return charset.equals(wanted) || from == null || to == null ? text : new String(text, from).getBytes(to);
    }

    private void withValues(List<String> variables, Completion completion, Consumer<List<ParameterValue>> then) {
        VariablesQuery question = new VariablesQuery(variables);
        executor.ask(question, completion.then(() -> question.values()
                .ifPresentOrElse(
                        then,
                        () -> fail(
                                ErrorCode.NOT_SUPPORTED_YET,
                                "the values of the variables can't be had from the server: SET"
                                        + " character_set_results to another",
                                completion))));
    }

    private void failUnknown(String name, String statement, Completion completion) {
        fail(
                ErrorCode.UNKNOWN_STMT_HANDLER,
                "Unknown prepared statement handler (" + name + ") given to " + statement,
                completion);
    }

    private void fail(ErrorCode code, String message, Completion completion) {
        replies.error(new ServerError(code, message));
        completion.failed(code.number());
    }
}
