package io.pinion.server.execution.gather;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.execution.single.AnswerDelivery;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.DiagnosticsRule;
import io.pinion.server.session.StatementEffects;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** The answer of the server with the gathered rows, passed on to the client as it arrives. */
public final class GatheredAnswer implements Exchange, Execution {
    /** MySQL opens no temporary table twice, and some common table expressions can't be rewritten to avoid it. */
    public static final ServerError REOPENED = new ServerError(
            ErrorCode.NOT_SUPPORTED_YET,
            "MySQL can't use a common table expression twice whose rows are gathered from several shards:"
                    + " write its query in place of one of the two names");

    private final SessionContext session;
    private final ClientStatement command;
    private final RoutePlan.Gather plan;
    private final List<Condition> said;
    private final StatementText.Edited text;
    private final BackendConnection connection;
    private final IntConsumer ended;
    private final AnswerDelivery delivery;
    private boolean begun;
    private boolean reopens;
    private boolean over;

    /** A reply whose answer goes to the client. */
    public static GatheredReply reply(SessionContext session, ClientStatement command, RoutePlan.Gather plan) {
        return new GatheredReply() {
            @Override
            public Execution ask(
                    StatementText.Edited text,
                    BackendConnection connection,
                    int warnings,
                    List<Condition> nameless,
                    IntConsumer ended) {
                GatheredAnswer answer =
                        new GatheredAnswer(session, command.withoutCursor(), plan, nameless, text, connection, ended);
                answer.send();
                return answer;
            }

            @Override
            public void fail(ServerError error) {
                session.sink().error(error);
            }
        };
    }

    private GatheredAnswer(
            SessionContext session,
            ClientStatement command,
            RoutePlan.Gather plan,
            List<Condition> nameless,
            StatementText.Edited text,
            BackendConnection connection,
            IntConsumer ended) {
        this.session = session;
        this.command = command;
        this.plan = plan;
        this.said = Stream.concat(plan.warnings().stream(), nameless.stream()).toList();
        this.text = text;
        this.connection = connection;
        this.ended = ended;
        this.delivery = new AnswerDelivery(
                session.sink(),
                session.state().capabilities(),
                said.isEmpty() ? BackendRequest.RELAY : new BackendRequest.ResponseHandling.AddWarnings(said));
    }

    private void send() {
        delivery.expect(
                connection,
                command.expecting(),
                firstSequence(),
                command.sequenceShift(text),
                session.state().status());
        ClientStatement.Encoded encoded = command.encode(connection, text, this);
        connection.send(encoded.receiver(), encoded.command());
        connection.flush();
    }

    @Override
    public Expecting expecting() {
        return command.expecting();
    }

    @Override
    public int firstSequence() {
        return command.firstSequence(text);
    }

    @Override
    public void received(ByteBuf bytes) {
        reopens = reopens || (!begun && isReopening(bytes));
        begun = true;
        if (over || reopens) {
            bytes.release();
        } else {
            delivery.received(bytes, connection);
        }
    }

    private static boolean isReopening(ByteBuf bytes) {
        int payload = bytes.readerIndex() + 4;
        return bytes.readableBytes() >= 7
                && bytes.getUnsignedByte(payload) == 0xFF
                && bytes.getUnsignedShortLE(payload + 1) == ErrorCode.CANT_REOPEN_TABLE.number();
    }

    @Override
    public void paused() {
        if (!over) {
            delivery.paused();
        }
    }

    @Override
    public void clientWritable() {
        connection.resumeReading();
    }

    @Override
    public void ended(AnswerEnd end) {
        if (over) {
            return;
        }
        over = true;
        connection.resumeReading();
        if (reopens) {
            delivery.clear();
            session.sink().error(REOPENED);
            ended.accept(REOPENED.code());
            return;
        }
        delivery.ended(end, connection);
        if (end.failed()) {
            askErrors(end.errorCode());
            return;
        }
        OptionalLong rows = countsFound() ? OptionalLong.empty() : OptionalLong.of(end.rows());
        if (end.warnings() > 0) {
            // The conditions first: on MySQL the other query would empty the list.
            askConditions(end.warnings(), rows);
        } else {
            askFoundRows(rows, new Conditions(said));
        }
    }

    /** Reads the error, and what else is said of the statement, before the connection is reset. */
    private void askErrors(int errorCode) {
        InternalQueries.conditions(connection, session.state().javaCharset(), result -> {
            Conditions conditions = result instanceof Answered(var said) ? new Conditions(said) : Conditions.NONE;
            finish(left(DiagnosticsRule.ERROR_OF_TABLES, OptionalLong.empty(), conditions), errorCode);
        });
    }

    private boolean countsFound() {
        return plan.effects().retainedState().contains(RetainedState.FOUND_ROWS);
    }

    private void askFoundRows(OptionalLong sent, Conditions conditions) {
        if (!countsFound()) {
            finish(left(DiagnosticsRule.ROWS_OF_TABLES, sent, conditions), 0);
            return;
        }
        InternalQueries.foundRows(
                connection,
                result -> finish(
                        left(
                                DiagnosticsRule.ROWS_OF_TABLES,
                                result instanceof Answered(Long rows) ? OptionalLong.of(rows) : sent,
                                conditions),
                        0));
    }

    /** Reads the conditions before the connection is reset. */
    private void askConditions(int count, OptionalLong rows) {
        InternalQueries.conditions(connection, session.state().javaCharset(), result -> {
            switch (result) {
                case Answered(var conditions) -> listed(conditions, count, rows);
                case Refused<?> refused -> listed(List.of(), count, rows);
                case Lost<?> lost -> finish(left(DiagnosticsRule.ROWS_OF_TABLES, rows, new Conditions(said)), 0);
            }
        });
    }

    private void listed(List<Condition> conditions, int count, OptionalLong rows) {
        List<Condition> all = new ArrayList<>(said);
        all.addAll(conditions);
        askFoundRows(rows, new Conditions(all, said.size() + (long) count));
    }

    /** The connection isn't the session's, so no later statement can ask it. */
    private static DiagnosticsEffect left(DiagnosticsRule rule, OptionalLong rows, Conditions conditions) {
        return new DiagnosticsEffect.Asked(new DiagnosticsEffect.OfServer(
                rule, -1, rows, new DiagnosticsEffect.OwnConditions.Known(conditions), true, false));
    }

    private void finish(DiagnosticsEffect left, int errorCode) {
        session.state().apply(StatementEffects.of(left));
        ended.accept(errorCode);
    }

    @Override
    public void lost(ServerError reason) {
        if (!over) {
            over = true;
            delivery.broken(reason);
            ended.accept(reason.code());
        }
    }

    @Override
    public void clientGone() {
        over = true;
        delivery.clear();
    }
}
