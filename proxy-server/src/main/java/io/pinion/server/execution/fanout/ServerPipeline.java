package io.pinion.server.execution.fanout;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.execution.single.AcquisitionPhase.Ready;
import io.pinion.server.execution.single.ConnectionAcquisition;
import io.pinion.server.execution.single.ConnectionAcquisition.Use;
import io.pinion.server.execution.single.StatementCompletion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One server's part of a fan-out: the texts of its shards, pipelined on one connection.
 *
 * <pre>
 *   acquiring ──▶ acquired: up to a window of texts in flight, the next one sent as answers end
 *            ──▶ all answered, or no more wanted and what was in flight is answered ──▶ StatementCompletion ──▶ done
 * </pre>
 */
final class ServerPipeline implements ConnectionAcquisition.Requester {
    /**
     * The texts in flight, which a server answers in order. Few at first, so that little is thrown away when a LIMIT is
     * met soon.
     */
    private static final int FIRST_WINDOW = 32;

    /**
     * Later as many as have been answered, up to this, so that neither side waits for the other or wakes for a few
     * texts.
     */
    private static final int LAST_WINDOW = 256;

    /** Long texts, such as those with thousands of keys, fill the window by their bytes. */
    private static final int WINDOW_BYTES = 1024 * 1024;

    private final SessionContext session;
    private final ClientStatement command;
    private final FanOutExecution fanOut;
    private final int[] statements;
    private final BackendRequest run;
    private final ConnectionAcquisition acquisition;

    private @Nullable BackendConnection connection;
    private int sent;
    private int answered;
    private int bytesInFlight;
    private boolean started;
    /** The queries under way. */
    private int questions;

    private boolean spoiled;
    private boolean paused;
    private boolean ended;
    private @Nullable AnswerEnd failure;
    private @Nullable AnswerEnd last;

    /**
     * @param first a shard of the pair
     * @param statements the numbers of the fan-out's statements for this pair
     */
    ServerPipeline(
            SessionContext session, ClientStatement command, FanOutExecution fanOut, Target first, int[] statements) {
        this.session = session;
        this.command = command;
        this.fanOut = fanOut;
        this.statements = statements;
        this.run = new BackendRequest(
                first.pair(),
                BackendRequest.Affinity.PAIR,
                Optional.of(first.database()),
                new StatementText.Original(),
                BackendRequest.NO_DATABASE,
                fanOut.effects(),
                true,
                fanOut.responseHandling(),
                SessionEffect.NOTHING);
        this.acquisition = new ConnectionAcquisition(session, command, run, Use.PART, this);
    }

    /** Sends what may be sent now. */
    void goOn() {
        BackendConnection to = connection;
        if (to != null) {
            fill(to);
        } else if (!started && !ended && fanOut.mayAsk(statements[0])) {
            started = true;
            Ready atOnce = acquisition.start();
            if (atOnce != null) {
                acquired(atOnce);
            }
        }
    }

    /** Whether this pipeline sends the fan-out's statement of this number. */
    boolean asks(int number) {
        return Arrays.binarySearch(statements, number) >= 0;
    }

    @Override
    public void acquired(Ready ready) {
        BackendConnection lent = ready.connection();
        connection = lent;
        if (fanOut.wantsAnswers()) {
            fanOut.acquired(lent);
            fill(lent);
        }
        landIfDone();
    }

    @Override
    public void refused(ServerError error) {
        ended = true;
        fanOut.failed(error);
        fanOut.ended();
    }

    @Override
    public void spoiled(ServerError error) {
        spoiled = true;
        fanOut.failed(error);
    }

    private void fill(BackendConnection to) {
        boolean flush = false;
        while (sent < statements.length
                && questions == 0
                && sent - answered < (fanOut.mayRunAhead() ? window() : 1)
                && (bytesInFlight < WINDOW_BYTES || sent == answered)
                && fanOut.mayAsk(statements[sent])
                && fanOut.wantsAnswers()) {
            int number = statements[sent];
            ShardStatement statement = fanOut.statement(number);
            ServerError tooLong =
                    ExecutionRefusals.tooLong(session, statement.text().sql());
            if (tooLong != null) {
                fanOut.failed(tooLong);
                break;
            }
            sent++;
            ShardAnswer answer = new ShardAnswer(this, fanOut, number, statement, to);
            bytesInFlight += answer.textBytes();
            answer.send();
            flush = true;
        }
        if (flush) {
            to.flush();
        }
    }

    private int window() {
        return Math.clamp(answered, FIRST_WINDOW, LAST_WINDOW);
    }

    /** The answer to one shard's text has ended. */
    void answered(ShardAnswer answer, AnswerEnd end) {
        answered++;
        bytesInFlight -= answer.textBytes();
        last = end;
        if (end.failed() && failure == null) {
            failure = end;
        }
        boolean tells = end.warnings() > 0 && !end.failed() && fanOut.warned(answer.number(), end);
        BackendConnection from = connection;
        // The conditions first: on MySQL the other query would empty the list.
        if (from != null && tells && sent == answered) {
            askConditions(from, answer);
        }
        if (from != null && !end.failed()) {
            noteInsertId(from, answer.number(), end.lastInsertId());
        }
        fanOut.statementEnded();
        fillOrLand();
    }

    private void fillOrLand() {
        BackendConnection from = connection;
        if (from != null && questions == 0) {
            if (sent - answered <= window() / 2) {
                fill(from);
            }
            landIfDone();
        }
    }

    /**
     * Finds out whether the server generated the number in an OK, which may also be in the statement: only
     * LAST_INSERT_ID() tells the difference. Returned rows contain no such number.
     */
    private void noteInsertId(BackendConnection from, int number, long told) {
        if (fanOut.returnsUntold(number)) {
            askInsertId(from, id -> true);
        } else if (told != 0 && fanOut.mayBeMade(number)) {
            if (sent == answered) {
                askInsertId(from, id -> id == told);
            } else {
                // Later statements have generated numbers there since, so a query wouldn't tell.
                fanOut.made(told);
            }
        }
    }

    private void askInsertId(BackendConnection from, LongPredicate made) {
        questions++;
        InternalQueries.insertId(from, result -> {
            questions--;
            switch (result) {
                case Answered(Long id) -> {
                    if (made.test(id)) {
                        fanOut.made(id);
                    }
                    fillOrLand();
                }
                case Refused<Long> refused -> fillOrLand();
                case Lost(ServerError reason) -> lost(reason);
            }
        });
    }

    /** Reads the conditions before the next text makes the server drop them. */
    private void askConditions(BackendConnection from, ShardAnswer answer) {
        questions++;
        InternalQueries.conditions(from, session.state().javaCharset(), result -> {
            questions--;
            switch (result) {
                case Answered(var conditions) -> listed(answer, conditions);
                case Refused<?> refused -> listed(answer, List.of());
                case Lost(ServerError reason) -> lost(reason);
            }
        });
    }

    private void listed(ShardAnswer answer, List<Condition> conditions) {
        fanOut.conditions().listed(answer.number(), answer.target(), conditions);
        fillOrLand();
    }

    /** The connection is lost, with everything in flight. */
    void lost(ServerError reason) {
        BackendConnection from = connection;
        if (from == null) {
            return;
        }
        connection = null;
        boolean more = session.pinned().forget(from);
        fanOut.failed(fanOut.transaction().lost(reason, more));
        land();
    }

    private void landIfDone() {
        boolean nothingToSend = sent == statements.length || !fanOut.wantsAnswers();
        if (!ended && questions == 0 && nothingToSend && sent == answered) {
            settle();
        }
    }

    private void settle() {
        BackendConnection from = connection;
        connection = null;
        ended = true;
        AnswerEnd end = failure == null ? last : failure;
        if (from == null) {
            fanOut.ended();
        } else if (spoiled) {
            session.pinned().discard(from);
            fanOut.ended();
        } else if (end == null) {
            // The connection came when no answers were wanted any more.
            fanOut.transaction().unasked(from);
            fanOut.ended();
        } else {
            from.resumeReading();
            fanOut.release(
                    from, () -> new StatementCompletion(session, run, command, from, end, errorCode -> fanOut.ended())
                            .follow());
        }
    }

    private void land() {
        if (!ended) {
            ended = true;
            fanOut.ended();
        }
    }

    /** Sends no more texts; answers in flight are still read. */
    void stop() {
        resume();
        if (connection != null) {
            landIfDone();
        } else if (!ended && acquisition.cancel()) {
            land();
        }
    }

    void pause() {
        BackendConnection from = connection;
        if (from != null && !paused) {
            paused = true;
            from.pauseReading();
        }
    }

    void resume() {
        BackendConnection from = connection;
        if (paused) {
            paused = false;
            if (from != null) {
                from.resumeReading();
            }
        }
    }

    /** KILL QUERY: the server ends the running text with an error. */
    void kill() {
        BackendConnection from = connection;
        if (from != null && sent > answered) {
            from.killStatement();
        }
    }

    /** Answers are outstanding or half read: the connection is closed. */
    void clientGone() {
        BackendConnection from = connection;
        connection = null;
        acquisition.cancel();
        if (from != null && !ended) {
            if (sent > answered) {
                from.killThread();
            }
            session.pinned().discard(from);
        }
        ended = true;
    }
}
