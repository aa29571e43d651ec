package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.LoopPool;
import io.pinion.server.backend.Waiter;
import io.pinion.server.execution.ServerRun.AnswerUse;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way of one text to one server and back.
 *
 * <pre>
 *   start ──▶ a connection: the session's own, an idle one, or wait in line
 *         ──▶ Prelude (settings, database, BEGIN), awaited only when it may fail
 *         ──▶ send ──▶ received … ended ──▶ status asked, if an error left it open
 *         ──▶ the connection stays or goes back ──▶ Completion
 * </pre>
 *
 * Lives on the session's event loop for one statement.
 */
final class ServerStatement implements Exchange, Waiter, Execution, Prelude.Outcome {
    /** An answer to be edited is one small packet; anything longer is passed on unread. */
    private static final int MAX_EDITED_BYTES = 64 * 1024;

    private final SessionContext session;
    private final SqlCommand command;
    private final ServerRun run;
    private final Completion completion;
    private final @Nullable SequenceShift shift;

    private @Nullable BackendConnection connection;
    private @Nullable Prelude prelude;
    private @Nullable AnswerCollector collector;
    private boolean ownConnection;
    private boolean sent;
    private boolean retried;
    private boolean relayed;
    private boolean over;

    ServerStatement(SessionContext session, SqlCommand command, ServerRun run, Completion completion) {
        this.session = session;
        this.command = command;
        this.run = run;
        this.completion = completion;
        int by = command.sequenceShift(run.text());
        this.shift = by == 0 ? null : new SequenceShift(by);
        this.collector = run.answerUse() instanceof AnswerUse.Relay ? null : new AnswerCollector();
    }

    void start() {
        HeldConnections held = session.held();
        if (run.traits().readsPrevious()) {
            BackendConnection last = held.claimLast();
            if (last != null && (run.anywhere() || last.pool().pair().equals(run.pair()))) {
                ownConnection = true;
                connection = last;
                sendStatement(last);
                return;
            }
        }
        ServerError refusal = transactionRefusal();
        if (refusal != null) {
            failWith(refusal);
            return;
        }
        BackendConnection kept = run.anywhere() ? held.claimAny(run.pair()) : held.claim(run.pair());
        held.endCourtesiesBut(kept);
        if (kept == null) {
            lease();
        } else if (kept.isReusable()) {
            ownConnection = true;
            granted(kept);
        } else {
            lostWhileKept(kept);
        }
    }

    /** A transaction stays on one pair and, while several shards can't commit together, on one shard. */
    private @Nullable ServerError transactionRefusal() {
        TransactionState transaction = session.state().transaction();
        if (run.anywhere() || !(transaction.phase() instanceof TransactionPhase.Open open)) {
            return null;
        }
        String place = run.database()
                .map(database -> session.cluster().placeOf(run.pair(), database))
                .orElse("pair " + run.pair());
        boolean samePair = open.pair().equals(run.pair());
        if (!samePair && open.shard().isEmpty() && !open.statement().isEmpty()) {
            beginElsewhere();
            return null;
        }
        String worksOn = open.shard().orElse(place);
        return samePair && worksOn.equals(place)
                ? null
                : new ServerError(
                        ErrorCode.NOT_SUPPORTED_YET,
                        "this transaction works on "
                                + open.shard().orElse("pair " + open.pair())
                                + " and the statement on " + place
                                + ": end it with COMMIT or ROLLBACK before you turn to another shard");
    }

    /** The transaction has seen no data where it is, so nobody can tell when it begins anew on another pair. */
    private void beginElsewhere() {
        BackendConnection empty = session.held().claimTransaction();
        session.state().transaction().backToDeferred();
        if (empty != null) {
            session.held().endTransaction(empty);
        }
    }

    private void lease() {
        if (session.held().hasUserVariablesElsewhere(run.pair()) && command.mentionsVariables()) {
            failWith(new ServerError(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "a user variable with a computed value lives on another pair than " + run.pair()
                            + ", where this statement runs: give the variable a literal value"));
            return;
        }
        LoopPool pool = session.cluster().primaryOf(run.pair());
        Login login = session.login();
        if (pool == null || login == null) {
            failWith(new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    pool == null
                            ? "the topology has no pair " + run.pair()
                            : "account " + session.state().user().account() + " of user "
                                    + session.state().user().name()
                                    + " has no password that Pinion can read: see the topology's accounts"));
            return;
        }
        String database = run.context() instanceof DatabaseContext.Required(String required) ? required : null;
        BackendConnection idle = pool.take(login, session.state().variables().settings(), database);
        if (idle != null) {
            granted(idle);
        } else {
            pool.await(login, this);
        }
    }

    @Override
    public void granted(BackendConnection lent) {
        if (over) {
            lent.pool().giveBack(lent);
            return;
        }
        connection = lent;
        Prelude needed = Prelude.of(session, lent, run.context(), run.opensTransaction(), this);
        prelude = needed;
        if (needed == null) {
            sendStatement(lent);
            return;
        }
        needed.sendSettings(session.state().variables().settings());
        if (needed.isAwaited()) {
            lent.flush();
        } else {
            sendStatement(lent);
        }
    }

    /** There is no connection to be had. */
    @Override
    public void refused(ServerError error) {
        failWith(error);
    }

    @Override
    public void preludeRefused(ServerError error, boolean stateKnown) {
        BackendConnection to = connection;
        if (over || to == null) {
            return;
        }
        if (stateKnown) {
            over = true;
            session.held().settle(to, session.state().transaction().open().isPresent(), Set.of(), true);
            session.sink().error(error);
            completion.failed(error.code());
        } else {
            failWith(error);
        }
    }

    @Override
    public void prepared() {
        BackendConnection ready = connection;
        if (!sent && !over && ready != null) {
            sendStatement(ready);
        }
    }

    private void sendStatement(BackendConnection to) {
        sent = true;
        Prelude before = prelude;
        if (before != null) {
            before.sendOpening();
        }
        TransactionState transaction = session.state().transaction();
        if (run.opensTransaction()) {
            transaction.opened(run.pair());
            run.database().ifPresent(database -> noteShard(transaction, database));
        }
        to.send(this, command.encode(run.text(), to.allocator()));
        to.flush();
    }

    private void noteShard(TransactionState transaction, String database) {
        if (transaction.inTransaction()) {
            transaction.touched(session.cluster().placeOf(run.pair(), database));
        }
    }

    @Override
    public Expecting expecting() {
        return Expecting.RESULTS;
    }

    @Override
    public int firstSequence() {
        return command.physicalPackets(run.text());
    }

    @Override
    public void received(ByteBuf bytes) {
        if (over) {
            bytes.release();
            return;
        }
        if (shift != null) {
            shift.renumber(bytes);
        }
        AnswerCollector collecting = collector;
        if (collecting == null) {
            relay(bytes);
            return;
        }
        collecting.add(bytes);
        if (collecting.size() > MAX_EDITED_BYTES) {
            collector = null;
            relay(collecting.takeAll());
        }
    }

    private void relay(ByteBuf bytes) {
        relayed = true;
        session.sink().relay(bytes);
        BackendConnection from = connection;
        if (from != null && !session.sink().isWritable()) {
            // In this order: the flush itself may make the client writable again.
            from.pauseReading();
            session.sink().flush();
        }
    }

    @Override
    public void paused() {
        if (relayed && !over) {
            session.sink().flush();
        }
    }

    @Override
    public void clientWritable() {
        BackendConnection from = connection;
        if (from != null && !over) {
            from.resumeReading();
        }
    }

    @Override
    public void ended(AnswerEnd end) {
        BackendConnection from = connection;
        if (over || from == null) {
            return;
        }
        from.resumeReading();
        AnswerCollector collecting = collector;
        if (collecting != null) {
            finishCollected(collecting, end);
        }
        if (relayed) {
            session.sink().flush();
        }
        TransactionState transaction = session.state().transaction();
        if (!end.failed()) {
            settle(from, end);
        } else if (transaction.open().isPresent() || !transaction.autocommit()) {
            // An error carries no status, and some errors end the transaction: ask.
            new StatusQuestion(from, new StatusQuestion.Asker() {
                        @Override
                        public void told(AnswerEnd status) {
                            settle(from, new AnswerEnd(end.errorCode(), status.status(), 1, 0));
                        }

                        @Override
                        public void lostAsking() {
                            lostWithTransaction(from, end.errorCode());
                        }
                    })
                    .ask();
        } else {
            settle(from, end);
        }
    }

    /** A short answer is whole: change its OK, or keep quiet about it, or pass it on. */
    private void finishCollected(AnswerCollector collecting, AnswerEnd end) {
        collector = null;
        if (end.failed() || !collecting.isOk()) {
            relay(collecting.takeAll());
            return;
        }
        switch (run.answerUse()) {
            case AnswerUse.Relay relay -> relay(collecting.takeAll());
            case AnswerUse.Silent silent -> collecting.clear();
            case AnswerUse.EditOk(var edit) -> {
                int sequence = collecting.sequence();
                Ok ok = Ok.decode(collecting.payload());
                collecting.clear();
                relay(OkPackets.write(edit.apply(ok), sequence, session.state().capabilities()));
            }
        }
    }

    private void settle(BackendConnection from, AnswerEnd end) {
        over = true;
        TransactionState transaction = session.state().transaction();
        transaction.reported(
                from.pool().pair(), end.status().inTransaction(), end.status().autocommit());
        from.noteStatus(end.status());
        if (!end.failed()) {
            run.onSuccess().accept(from);
            if (end.lastInsertId() != 0 && run.answerUse() instanceof AnswerUse.Relay) {
                session.state().inserted(end.lastInsertId());
            }
        }
        Set<LeftBehind> added = end.failed() ? Set.of() : run.traits().leftBehind();
        session.held().settle(from, transaction.open().isPresent(), added, end.failed() || end.warnings() > 0);
        if (end.failed()) {
            completion.failed(end.errorCode());
        } else {
            completion.succeeded();
        }
    }

    @Override
    public void lost(ServerError reason) {
        clearCollected();
        if (over) {
            return;
        }
        BackendConnection from = connection;
        boolean lostTransaction = from != null && session.held().forget(from);
        if (session.state().transaction().open().isPresent()) {
            session.state().transaction().ended();
            lostTransaction = true;
        }
        ServerError error = new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                reason.message() + " while the statement ran; it may have run"
                        + (lostTransaction ? ", and the transaction it was in is rolled back" : ""));
        over = true;
        if (relayed) {
            session.sink().breakOff(error);
        } else {
            session.sink().error(error);
        }
        completion.failed(error.code());
    }

    @Override
    public void lostInPrelude(ServerError reason) {
        if (over) {
            return;
        }
        if (sent) {
            // The statement was behind it in the same write and hears of it itself.
            return;
        }
        BackendConnection from = connection;
        if (ownConnection && from != null) {
            lostWhileKept(from);
        } else if (!retried) {
            // Nothing of the client's was sent, so another connection may do it.
            retried = true;
            connection = null;
            lease();
        } else {
            failWith(reason);
        }
    }

    @Override
    public void clientGone() {
        if (over) {
            return;
        }
        BackendConnection from = connection;
        over = true;
        clearCollected();
        if (from != null) {
            // Its answer is still to come, or half read: nobody may have this connection.
            session.held().discard(from);
        }
    }

    private void lostWhileKept(BackendConnection kept) {
        session.held().forget(kept);
        boolean inTransaction = session.state().transaction().open().isPresent();
        if (inTransaction) {
            session.state().transaction().ended();
        }
        failWith(new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "server " + kept.pool().server().name() + " of pair "
                        + kept.pool().pair()
                        + " went away between two statements"
                        + (inTransaction
                                ? ": the transaction is rolled back; begin it again"
                                : ": what the session kept there is gone")));
    }

    private void lostWithTransaction(BackendConnection from, int errorCode) {
        over = true;
        session.held().forget(from);
        session.state().transaction().ended();
        completion.failed(errorCode);
    }

    /** Pinion's own error, or that of a server which refused the prelude. */
    private void failWith(ServerError error) {
        over = true;
        clearCollected();
        BackendConnection from = connection;
        if (from != null) {
            session.held().discard(from);
            if (session.state().transaction().open().isPresent()) {
                session.state().transaction().ended();
            }
        }
        session.sink().error(error);
        completion.failed(error.code());
    }

    private void clearCollected() {
        if (collector != null) {
            collector.clear();
        }
    }
}
