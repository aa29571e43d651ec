package io.pinion.server.execution.gather;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.BoundBy;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Fetch;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.StatementPlace;
import io.pinion.server.execution.context.TidyUp;
import io.pinion.server.execution.fanout.FanOutExecution;
import io.pinion.server.execution.fanout.FanOutReply;
import io.pinion.server.execution.fanout.ForOneStatement;
import io.pinion.server.execution.fanout.MergedRows;
import io.pinion.server.execution.fanout.ScatterTurn;
import io.pinion.server.execution.fanout.TimeLimit;
import io.pinion.server.execution.gather.GatherPhase.Asking;
import io.pinion.server.execution.gather.GatherPhase.Fetching;
import io.pinion.server.execution.gather.GatherPhase.Gathering;
import io.pinion.server.execution.gather.GatherPhase.Over;
import io.pinion.server.execution.gather.GatherPhase.Preparing;
import io.pinion.server.execution.gather.GatherPhase.Waiting;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.execution.single.AcquisitionPhase.Ready;
import io.pinion.server.execution.single.ConnectionAcquisition;
import io.pinion.server.execution.single.ConnectionAcquisition.Use;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.scatter.HeldMemory;
import io.pinion.server.session.SessionSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executes a statement over rows that are first gathered in temporary tables on one server.
 *
 * <pre>
 *   a connection of its own ──▶ CREATE TEMPORARY TABLE … ──▶ fetches: {@link FanOutExecution} into {@link GatheredRows}
 *     ──▶ the statement ({@link GatheredAnswer}) ──▶ COM_RESET_CONNECTION, which drops the tables
 * </pre>
 *
 * The fetches use the session's own connections, so that they see its transaction's changes; the gathering
 * connection is never one of them. Lives on the session's event loop for one statement.
 */
public final class GatherExecution implements Execution, ConnectionAcquisition.Requester {
    private static final ServerError UNREADABLE =
            new ServerError(ErrorCode.INTERNAL_ERROR, "Pinion can't plan how the rows of a table are read");

    /** After this time beyond the limit, Pinion kills the statement on its server. */
    private static final long SERVER_IS_LATE_MILLIS = 200;

    private final SessionContext session;
    private final RoutePlan.Gather plan;
    private final GatheringTexts texts;
    private final Completion completion;
    private final ConnectionAcquisition acquisition;
    private final GatherLimits limits;
    private final TimeLimit timeLimit;
    private final ScatterTurn turn;
    private final long startedNanos = System.nanoTime();
    private final FetchedValues values;
    private final HeldMemory.Share memory;
    private final GatheredReply reply;
    private final @Nullable Instant moment;

    private GatherPhase phase = new Waiting();
    private int warnings;
    private int fetched;
    /** The rows to read first, for a LIMIT; empty when the first fetch reads all. */
    private Optional<RoutePlan.RowsAhead> ahead;

    /** The number of rows that the first fetch has read. */
    private long rowsAhead;

    private boolean killed;

    /**
     * @param reply receives the answer
     * @param moment the statement's NOW(); null for the time at which it runs
     */
    public GatherExecution(
            SessionContext session,
            RoutePlan.Gather plan,
            TimeLimit timeLimit,
            ClientStatement command,
            GatheredReply reply,
            @Nullable Instant moment,
            Completion completion) {
        this.session = session;
        this.plan = plan;
        this.texts = new GatheringTexts(plan);
        this.ahead = plan.ahead();
        this.timeLimit = timeLimit;
        this.turn = new ScatterTurn(session);
        this.limits =
                new GatherLimits(plan.policy(), session.cluster().scatters().settings());
        this.memory = session.cluster().scatters().memory().share();
        this.values = new FetchedValues(plan);
        this.reply = reply;
        this.moment = moment;
        this.completion = completion;
        BackendRequest run = new BackendRequest(
                StatementPlace.aside(plan.at().pair(), BackendRequest.NO_DATABASE),
                plan.text(),
                plan.effects(),
                BackendRequest.RELAY);
        this.acquisition = new ConnectionAcquisition(session, command.withoutCursor(), run, Use.PART, this);
    }

    public void start() {
        assert session.isOnItsLoop();
        turn.limit(timeLimit, this::timedOut);
        turn.await(plan.scatter(), pairs(), this::acquire, this::fail);
    }

    private void acquire() {
        Ready atOnce = acquisition.startAnew();
        if (atOnce != null) {
            acquired(atOnce);
        }
    }

    /** Each pair may have rows to read, and one pair gets another connection for the copies. */
    private List<String> pairs() {
        List<String> pairs = new ArrayList<>();
        pairs.add(plan.at().pair());
        if (plan.catalog().keyspace(plan.keyspace()) instanceof Keyspace.Sharded sharded) {
            sharded.ranges().ranges().stream().map(ShardRange::pair).distinct().forEach(pairs::add);
        }
        return pairs;
    }

    @Override
    public void acquired(Ready ready) {
        BackendConnection gathering = ready.connection();
        prepare(gathering, texts.making(gathering), () -> fetchNext(gathering));
    }

    @Override
    public void refused(ServerError error) {
        fail(error);
    }

    @Override
    public void spoiled(ServerError error) {
        fail(error);
    }

    /** Goes on when the gathering server has executed statements of Pinion's. */
    private void prepare(BackendConnection gathering, List<String> statements, Runnable next) {
        become(new Preparing(gathering));
        if (statements.isEmpty()) {
            next.run();
        } else {
            InternalQuery.run(gathering, statements, outcome -> follow(outcome, next));
        }
    }

    private void follow(QueryResult<?> outcome, Runnable next) {
        if (phase instanceof Over) {
            return;
        }
        switch (outcome) {
            case QueryResult.Answered<?> done -> next.run();
            case QueryResult.Refused<?> refused ->
                fail(new ServerError(
                        refused.error().code(),
                        refused.error().sqlState(),
                        "rows can't be gathered on pair " + plan.at().pair() + ": "
                                + refused.error().message()));
            case QueryResult.Lost<?> lost -> {
                end();
                failed(lost.reason());
            }
        }
    }

    // --- fetches

    private void fetchNext(BackendConnection gathering) {
        if (killed) {
            fail(INTERRUPTED);
            return;
        }
        if (fetched == plan.fetches().size()) {
            prepare(gathering, texts.copying(), () -> prepare(gathering, restoring(gathering), () -> ask(gathering)));
            return;
        }
        Fetch fetch = plan.fetches().get(fetched);
        fetched++;
        Optional<BoundBy> bound = fetch.bound();
        if (fetched == 1 && ahead.isPresent()) {
            fetch(gathering, fetch, ahead.get().sql(), () -> fetchNext(gathering));
        } else if (bound.isEmpty()) {
            fetch(gathering, fetch, fetch.whole(""), () -> fetchNext(gathering));
        } else {
            fetchBound(gathering, fetch, values.of(bound.get()));
        }
    }

    private void fetchBound(BackendConnection gathering, Fetch fetch, Iterator<String> left) {
        if (killed || !left.hasNext()) {
            fetchNext(gathering);
        } else {
            fetch(gathering, fetch, fetch.whole(FetchedValues.some(left)), () -> fetchBound(gathering, fetch, left));
        }
    }

    /** Plans a text that may be as deep as the client's conditions, and then reads by it. */
    private void fetch(BackendConnection gathering, Fetch fetch, byte[] sql, Runnable next) {
        StatementPlanner planner = session.cluster().planner();
        SessionView view = session.state().view();
        if (planner.takesAMoment(plan.catalog(), view, sql)) {
            fetch(planner.plan(plan.catalog(), view, sql), gathering, fetch, sql, next);
            return;
        }
        SessionView picture = view.asItIsNow();
        session.cluster()
                .planElsewhere(
                        picture.userName(),
                        other -> other.plan(plan.catalog(), picture, sql),
                        planned -> {
                            if (killed) {
                                fail(INTERRUPTED);
                            } else if (!(phase instanceof Over)) {
                                fetch(planned, gathering, fetch, sql, next);
                            }
                        },
                        why -> fail(ExecutionRefusals.unplanned(why)));
    }

    private void fetch(RoutePlan planned, BackendConnection gathering, Fetch fetch, byte[] sql, Runnable next) {
        FanOut read = FanOut.of(planned, plan.keyspace(), sql, Merging.Rows.AS_THEY_COME)
                .orElse(null);
        if (read == null || !(read.merging() instanceof Merging.Rows merging)) {
            fail(ExecutionRefusals.of(planned, UNREADABLE));
            return;
        }
        GatheredRows rows = new GatheredRows(
                gathering, fetch, limits, memory, values.collectedBy(fetched - 1), outcome -> follow(outcome, next));
        FanOutReply merged = new MergedRows(session.cluster().scatters(), merging, read, rows);
        FanOutExecution reading = new FanOutExecution(session, read, merged, SqlCommand.of(sql), errorCode -> {
            if (errorCode != 0) {
                fail(rows.failure(errorCode));
                return;
            }
            become(new Preparing(gathering));
            warnings += rows.warnings();
            rowsAhead = fetched == 1 ? rows.rows() : rowsAhead;
            rows.complete();
        });
        rows.readBy(reading);
        become(new Fetching(gathering, reading));
        reading.start();
    }

    // --- the statement itself

    private List<String> restoring(BackendConnection gathering) {
        SessionSettings settings = session.state().variables().settings();
        List<String> statements = new ArrayList<>(GatheringTexts.restoring(gathering, settings));
        if (moment != null && !settings.has("timestamp")) {
            statements.add("SET timestamp = " + ForOneStatement.seconds(moment));
        }
        if (!timeLimit.isNone()) {
            statements.add(
                    timeLimit.setting(millisLeft(), session.cluster().planner().dialect()));
        }
        return statements;
    }

    /** Checks first whether rows that were read ahead are enough: some may have had no match in other tables. */
    private void ask(BackendConnection gathering) {
        RoutePlan.RowsAhead few = ahead.orElse(null);
        if (few == null || rowsAhead < few.rows()) {
            askNow(gathering);
            return;
        }
        InternalQueries.enoughRows(gathering, few, result -> {
            switch (result) {
                case Answered(Boolean enough) ->
                    follow(result, enough ? () -> askNow(gathering) : () -> fetchAll(gathering));
                // The server will refuse the statement too, with an error for the client.
                case Refused<Boolean> refused -> follow(QueryResult.done(), () -> askNow(gathering));
                case Lost<Boolean> lost -> follow(lost, () -> askNow(gathering));
            }
        });
    }

    private void fetchAll(BackendConnection gathering) {
        ahead = Optional.empty();
        fetched = 0;
        values.clear();
        prepare(gathering, texts.emptying(), () -> fetchNext(gathering));
    }

    private long millisLeft() {
        return Math.max(1, timeLimit.millis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos));
    }

    private void askNow(BackendConnection gathering) {
        if (killed) {
            fail(INTERRUPTED);
            return;
        }
        Execution asked = reply.ask(
                timeLimit.isNone() ? plan.text() : TimeLimit.within(plan.text(), millisLeft()),
                gathering,
                warnings,
                values.nameless(),
                errorCode -> answered(gathering, errorCode));
        become(new Asking(gathering, asked));
    }

    /**
     * While a server runs the statement itself, it applies the limit too, and its error is better. Pinion kills the
     * statement only if the server is late.
     */
    private void timedOut(ServerError reason) {
        switch (phase) {
            case Fetching(BackendConnection gathering, FanOutExecution reading) -> reading.timedOut(reason);
            case Asking(BackendConnection gathering, Execution asked) ->
                turn.extend(SERVER_IS_LATE_MILLIS, gathering::killStatement);
            case Waiting waiting -> {
                acquisition.cancel();
                fail(reason);
            }
            case Preparing preparing -> fail(reason);
            case Over over -> {}
        }
    }

    // --- its end

    /** A part that ends late doesn't bring a gather back that is over. */
    private void become(GatherPhase next) {
        if (!(phase instanceof Over)) {
            phase = next;
        }
    }

    private void end() {
        phase = new Over();
        turn.end();
        memory.close();
    }

    private void answered(BackendConnection gathering, int errorCode) {
        if (phase instanceof Over) {
            return; // The client has gone, and its connections with it.
        }
        end();
        TidyUp.reset(gathering);
        completion.ended(errorCode);
    }

    private void fail(ServerError error) {
        GatherPhase before = phase;
        if (before instanceof Over) {
            return;
        }
        end();
        if (before instanceof Gathering gathering) {
            // Inserts may still be under way.
            session.pinned().discard(gathering.connection());
        }
        failed(error);
    }

    private void failed(ServerError error) {
        reply.fail(error);
        completion.failed(error.code());
    }

    // --- events from the session

    @Override
    public void clientWritable() {
        if (phase instanceof Asking asking) {
            asking.asked().clientWritable();
        }
    }

    @Override
    public void kill() {
        killed = true;
        switch (phase) {
            case Waiting waiting -> {
                acquisition.cancel();
                fail(INTERRUPTED);
            }
            case Preparing preparing -> {} // It ends before its next step.
            case Fetching(BackendConnection gathering, FanOutExecution reading) -> reading.kill();
            case Asking(BackendConnection gathering, Execution asked) -> gathering.killStatement();
            case Over over -> {}
        }
    }

    @Override
    public void clientGone() {
        GatherPhase before = phase;
        if (before instanceof Over) {
            return;
        }
        end();
        switch (before) {
            case Waiting waiting -> acquisition.cancel();
            case Preparing preparing -> {}
            case Fetching fetching -> fetching.reading().clientGone();
            case Asking(BackendConnection gathering, Execution asked) -> {
                asked.clientGone();
                gathering.killThread();
            }
            case Over over -> {}
        }
        if (before instanceof Gathering gathering) {
            session.pinned().discard(gathering.connection());
        }
    }
}
