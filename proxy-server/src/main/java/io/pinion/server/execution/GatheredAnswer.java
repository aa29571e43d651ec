package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousAnswer.Conditions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.session.LastAnswer;
import java.util.OptionalLong;
import java.util.function.IntConsumer;

/** The answer of the server that has the gathered rows, on its way to the client as it comes. */
final class GatheredAnswer implements Exchange {
    private final SessionContext session;
    private final ClientStatement command;
    private final RoutePlan.Gather plan;
    private final BackendConnection connection;
    private final IntConsumer ended;
    private final AnswerDelivery delivery;
    private boolean over;

    /** @param ended is told the error's number, or 0; the connection is the caller's then */
    GatheredAnswer(
            SessionContext session,
            ClientStatement command,
            RoutePlan.Gather plan,
            BackendConnection connection,
            IntConsumer ended) {
        this.session = session;
        this.command = command;
        this.plan = plan;
        this.connection = connection;
        this.ended = ended;
        this.delivery = new AnswerDelivery(
                session.sink(),
                session.state().capabilities(),
                plan.warnings().isEmpty() ? ServerRun.RELAY : new ServerRun.AnswerUse.AddWarnings(plan.warnings()));
    }

    void send() {
        delivery.expect(
                connection,
                command.expecting(),
                firstSequence(),
                command.sequenceShift(plan.text(), connection.agreed()),
                session.state().status());
        command.sendTo(connection, plan.text(), this);
        connection.flush();
    }

    @Override
    public Expecting expecting() {
        return command.expecting();
    }

    @Override
    public int firstSequence() {
        return command.firstSequence(plan.text(), connection.agreed());
    }

    @Override
    public void received(ByteBuf bytes) {
        if (over) {
            bytes.release();
        } else {
            delivery.received(bytes, connection);
        }
    }

    @Override
    public void paused() {
        if (!over) {
            delivery.paused();
        }
    }

    void clientWritable() {
        connection.resumeReading();
    }

    @Override
    public void ended(AnswerEnd end) {
        if (over) {
            return;
        }
        over = true;
        connection.resumeReading();
        delivery.ended(end, connection);
        LastAnswer last = session.state().lastAnswer();
        if (end.failed()) {
            last.answered(-1, true, true, LastAnswer.Leaves.NONE);
        } else {
            last.answeredRows(OptionalLong.of(end.rows()), LastAnswer.Leaves.NONE);
            last.listed(new Conditions(plan.warnings()));
        }
        last.countsAreSpoiled();
        ended.accept(end.errorCode());
    }

    @Override
    public void lost(ServerError reason) {
        if (!over) {
            over = true;
            delivery.broken(reason);
            ended.accept(reason.code());
        }
    }

    void clientGone() {
        over = true;
        delivery.clear();
    }
}
