package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.AcquisitionPhase.Preparing;
import io.pinion.server.execution.single.AcquisitionPhase.Ready;
import io.pinion.server.execution.single.ConnectionAcquisition.Use;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState;

/**
 * Runs one text on one server: Acquiring ──▶ Sent ──▶ Over. The connection comes from a {@link ConnectionAcquisition}, and
 * a {@link StatementCompletion} keeps it or gives it back. Lives on the session's event loop for one statement.
 */
public final class ServerStatement implements Exchange, Execution, ConnectionAcquisition.Requester {
    private final SessionContext session;
    private final ClientStatement command;
    private final Completion completion;
    private final AnswerDelivery delivery;
    private final ConnectionAcquisition acquisition;
    private Phase phase = new Acquiring();

    private sealed interface Phase {}

    /** The server has received nothing of the statement. */
    private record Acquiring() implements Phase {}

    /** The answer is outstanding. */
    private record Sent(Ready to) implements Phase {
        BackendConnection connection() {
            return to.connection();
        }
    }

    /** The answer has ended, or the statement has failed: later events belong to other statements. */
    private record Over() implements Phase {}

    private ServerStatement(
            SessionContext session, ClientStatement command, BackendRequest run, Completion completion) {
        this.session = session;
        this.command = command;
        this.completion = completion;
        this.delivery = new AnswerDelivery(session.sink(), session.state().capabilities(), run.responseHandling());
        this.acquisition = new ConnectionAcquisition(session, command, run, Use.STATEMENT, this);
    }

    /** Runs one text on one server, as the session's current execution until the completion is called. */
    public static void run(
            SessionContext session, BackendRequest request, ClientStatement command, Completion completion) {
        ServerStatement statement = new ServerStatement(session, command, request, completion);
        session.current().set(statement);
        ServerError tooLong = ExecutionRefusals.tooLong(session, request.text().bytes(command.sql()));
        if (tooLong == null) {
            statement.start();
        } else {
            statement.fail(tooLong);
        }
    }

    /** As {@link #run}, once the session knows what only its other connections know and the statement may read. */
    public static void runKnowingSession(
            SessionContext session, BackendRequest request, ClientStatement command, Completion completion) {
        if (session.pinned().keepsState()) {
            session.pinned().learnFor(request, command, () -> run(session, request, command, completion));
        } else {
            run(session, request, command, completion);
        }
    }

    private void start() {
        Ready atOnce = acquisition.start();
        if (atOnce != null) {
            acquired(atOnce);
        }
    }

    // --- events from the acquisition

    @Override
    public void acquired(Ready ready) {
        phase = new Sent(ready);
        BackendConnection to = ready.connection();
        delivery.expect(
                to,
                expecting(),
                firstSequence(),
                sequenceShift(ready),
                lacksStatus(ready) ? session.state().status() : null);
        ClientStatement.Encoded encoded = command.encode(to, ready.run().text(), this);
        to.send(encoded.receiver(), encoded.command());
        to.flush();
    }

    /** Whether the server's status flags lack the transaction or {@code autocommit}, which the client must see. */
    private boolean lacksStatus(Ready ready) {
        BackendConnection to = ready.connection();
        TransactionState state = session.state().transaction();
        TransactionPhase transaction = state.phase();
        String pair = to.pool().pair();
        boolean openElsewhere = transaction instanceof TransactionPhase.Open open
                && ((open.on(pair).isEmpty()
                                && (ready.asItIs() || ready.run().affinity() == BackendRequest.Affinity.OUTSIDE))
                        || (open.isShared() && state.isUnflaggedOn(pair)));
        return transaction instanceof TransactionPhase.Deferred
                || openElsewhere
                || (ready.asItIs()
                        && !to.applied().equals(session.state().variables().settings()));
    }

    @Override
    public void refused(ServerError error) {
        fail(error);
    }

    @Override
    public void spoiled(ServerError error) {
        if (phase instanceof Sent sent) {
            phase = new Over();
            ConnectionLoss.unprepared(session, sent.to().run(), sent.connection(), error);
            fail(error);
        }
    }

    /** Fails the statement by Pinion's own error or by that of a server which refused the prelude. */
    private void fail(ServerError error) {
        phase = new Over();
        delivery.clear();
        session.sink().error(error);
        completion.failed(error.code());
    }

    // --- events from the connection

    @Override
    public Expecting expecting() {
        return command.expecting();
    }

    @Override
    public int firstSequence() {
        if (phase instanceof Sent(Ready to)) {
            return command.firstSequence(to.run().text());
        }
        throw new IllegalStateException("nothing was sent that could be answered");
    }

    private int sequenceShift(Ready to) {
        return command.sequenceShift(to.run().text());
    }

    @Override
    public void received(ByteBuf bytes) {
        if (phase instanceof Sent sent) {
            delivery.received(bytes, sent.connection());
        } else {
            bytes.release();
        }
    }

    @Override
    public void paused() {
        if (phase instanceof Sent) {
            delivery.paused();
        }
    }

    @Override
    public void fileWanted(int nextSequence) {
        if (phase instanceof Sent(Ready to)) {
            session.sink().flush();
            int shifted = nextSequence - sequenceShift(to);
            session.sink().awaitFile(new FileRelay(to.connection(), nextSequence, shifted & 0xFF));
        }
    }

    @Override
    public void serverWritable() {
        if (phase instanceof Sent) {
            session.sink().fileMayGoOn();
        }
    }

    @Override
    public void ended(AnswerEnd end) {
        if (phase instanceof Sent(Ready(BackendConnection from, BackendRequest run, boolean asItIs))) {
            from.resumeReading();
            command.answered(end);
            AnswerEnd told = delivery.ended(end, from);
            phase = new Over();
            new StatementCompletion(session, run, command, from, told, completion).follow();
        }
    }

    @Override
    public void lost(ServerError reason) {
        if (!(phase instanceof Sent(Ready(BackendConnection from, BackendRequest run, boolean asItIs)))) {
            return;
        }
        phase = new Over();
        ServerError error = ConnectionLoss.inStatement(session, run, from, reason);
        delivery.broken(error);
        completion.failed(error.code());
    }

    /** The end of the answer is unknown, so the session ends too instead of hanging. */
    @Override
    public void mishandled(ServerError reason) {
        phase = new Over();
        delivery.clear();
        session.sink().breakOff(reason);
    }

    // --- events from the session

    @Override
    public void clientWritable() {
        if (phase instanceof Sent sent) {
            sent.connection().resumeReading();
        }
    }

    /** KILL QUERY: the server ends the statement with an error, unless it has finished before. */
    @Override
    public void kill() {
        switch (phase) {
            case Acquiring acquiring -> {
                if (acquisition.phase() instanceof Preparing(BackendConnection on, Prelude prelude)) {
                    on.killStatement();
                } else {
                    acquisition.cancel();
                    fail(INTERRUPTED);
                }
            }
            case Sent sent -> sent.connection().killStatement();
            case Over over -> {}
        }
    }

    /** The answer is outstanding or half read: the connection is closed. */
    @Override
    public void clientGone() {
        Phase before = phase;
        phase = new Over();
        delivery.clear();
        switch (before) {
            case Acquiring acquiring -> acquisition.abandon();
            case Sent sent -> {
                sent.connection().killThread();
                session.pinned().discard(sent.connection());
            }
            case Over over -> {}
        }
    }
}
