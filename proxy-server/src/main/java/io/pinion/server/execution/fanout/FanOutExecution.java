package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.Future;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.Target;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.RowBuffer;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.StatementEffects;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one statement on several shards: a {@link ServerPipeline} for each server, all at the same time, and one answer.
 *
 * <pre>
 *   pipelines connect ──▶ their answers come ──▶ {@link FanOutReply} ──▶ all done ──▶ the answer's end ──▶ Completion
 *                                      └─▶ one fails: the others stop ──▶ all done ──▶ the error
 * </pre>
 *
 * Lives on the session's event loop for one statement.
 */
public final class FanOutExecution implements Execution {
    /** Most statements in flight end by themselves within this time after another has failed. */
    private static final long DRAINED_WITHIN_MILLIS = 300;

    private final SessionContext session;
    private RoutePlan.FanOut plan;
    private final ClientStatement command;
    private final Completion completion;
    private final FanOutReply reply;
    private final FanOutTransaction transaction;
    private final boolean writes;
    private final ForOneStatement settings;
    private ServerPipelines pipelines;
    private FanOutPace pace;
    private final ScatterTurn turn;
    private final RowSlices slices;
    private ShardConditions conditions;
    private TimeLimit timeLimit = TimeLimit.NONE;
    private @Nullable Future<?> killing;
    private boolean queues;
    private long rows;
    private boolean starting;
    private FanOutPhase phase = new FanOutPhase.Waiting();

    public FanOutExecution(
            SessionContext session,
            RoutePlan.FanOut plan,
            FanOutReply reply,
            ClientStatement command,
            Completion completion) {
        this(session, plan, reply, command, completion, Instant.now(), new FanOutTransaction(session));
    }

    /**
     * @param now the value of NOW()
     * @param transaction the transaction around the statement
     */
    public FanOutExecution(
            SessionContext session,
            RoutePlan.FanOut plan,
            FanOutReply reply,
            ClientStatement command,
            Completion completion,
            Instant now,
            FanOutTransaction transaction) {
        this.session = session;
        this.command = command;
        this.reply = reply;
        this.transaction = transaction;
        this.writes = !plan.merging().reads();
        this.plan = plan;
        this.settings = new ForOneStatement(session);
        if (plan.atOneMoment()) {
            settings.holdTheTime(now);
        }
        this.completion = completion;
        this.pipelines = new ServerPipelines(session, command, this, plan);
        this.pace = pace(plan);
        this.turn = new ScatterTurn(session);
        this.slices = new RowSlices(session, reply, this::sendMore);
        this.conditions = new ShardConditions(texts(plan), false);
    }

    private static FanOutPace pace(RoutePlan.FanOut plan) {
        int total = plan.statements().size();
        return plan.merging() instanceof Merging.Rows(MergePlan merge, int columns) && merge.inTurn()
                ? FanOutPace.inTurn(total, merge.limit().end() != Long.MAX_VALUE)
                : FanOutPace.allAtOnce(total);
    }

    /** To be called before the start. */
    public FanOutExecution within(TimeLimit limit) {
        timeLimit = limit;
        return this;
    }

    /** The statement needs its own admission by the {@link ScatterTurn}; to be called before the start. */
    public FanOutExecution inLine() {
        queues = true;
        conditions = new ShardConditions(texts(plan), true);
        return this;
    }

    /**
     * The steps of a larger statement collect their conditions here, and that statement reads them; to be called before
     * the start.
     */
    public FanOutExecution telling(ShardConditions ofSteps) {
        conditions = ofSteps;
        return this;
    }

    public void start() {
        assert session.isOnItsLoop();
        turn.limit(timeLimit, this::timedOut);
        if (queues) {
            turn.await(plan.scatter(), pairs(), this::begin, this::finish);
        } else {
            turn.take(this::begin);
        }
    }

    private Set<String> pairs() {
        Set<String> pairs = new LinkedHashSet<>();
        plan.targets().forEach(target -> pairs.add(target.pair()));
        return pairs;
    }

    private void begin() {
        phase = new FanOutPhase.Running();
        ServerError refusal =
                transaction.begin(plan.targets(), writes, plan.effects().locksRows());
        if (refusal != null) {
            finish(refusal);
            return;
        }
        // Copies change first on the first server, then on the others: so two statements never wait for each other's
        // rows.
        startPipelines(plan.merging() instanceof Merging.Copies ? pipelines.first() : pipelines.all());
        finishIfAllEnded();
    }

    private void startPipelines(List<ServerPipeline> which) {
        starting = true;
        for (ServerPipeline pipeline : List.copyOf(which)) {
            if (wantsAnswers()) {
                pipeline.goOn();
            } else {
                pipeline.stop();
            }
        }
        starting = false;
    }

    /** The transaction that the statement runs in. */
    FanOutTransaction transaction() {
        return transaction;
    }

    /** Whether a pipeline may send a text before the previous one is answered. */
    boolean mayRunAhead() {
        return transaction.mayRunAhead() && !conditions.areComing() && !asksForInsertId();
    }

    public ShardConditions conditions() {
        return conditions;
    }

    /** The handling of a server's answers, as far as its connection is concerned. */
    BackendRequest.ResponseHandling responseHandling() {
        // This execution composes the insert id of a change, if there is one.
        return writes ? new BackendRequest.ResponseHandling.EditOk(ok -> ok) : BackendRequest.RELAY;
    }

    /** The connection is ready for its server's texts. */
    void acquired(BackendConnection connection) {
        settings.hold(connection, this::failed);
    }

    /** The server has answered all texts that it received. */
    void release(BackendConnection connection, Runnable then) {
        settings.release(connection, then);
    }

    /** Whether the statement may have generated the number in an OK, so that Pinion must query its server. */
    boolean mayBeMade(int number) {
        return plan.merging() instanceof Merging.InsertedRows(int insertId, var duplicates)
                && insertId == number
                && statement(number).insertedId() instanceof RoutePlan.InsertedId.AsReported;
    }

    void made(long number) {
        reply.made(number);
    }

    /** Whether Pinion must query the generated id of this statement, because the returned rows needn't contain it. */
    boolean returnsUntold(int number) {
        return plan.merging() instanceof Merging.Returned(var statements, int insertId)
                && insertId == number
                && statement(number).insertedId() instanceof RoutePlan.InsertedId.Composed(long base, boolean generated)
                && generated;
    }

    /** Whether generated ids are queried, so that no text may run between a statement and its query. */
    private boolean asksForInsertId() {
        return plan.merging() instanceof Merging.Returned(var statements, int insertId) && insertId >= 0;
    }

    SessionEffects effects() {
        return plan.effects();
    }

    /** Made anew at each call. */
    ShardStatement statement(int number) {
        return plan.statements().get(number);
    }

    /** Whether further answers are of use. */
    boolean wantsAnswers() {
        return phase instanceof FanOutPhase.Running && !reply.isFull();
    }

    /** Whether the pace allows this statement. */
    boolean mayAsk(int number) {
        return pace.allows(number);
    }

    /** The rows that a statement loads; null when it can't have requested any. */
    @Nullable
    RowBuffer file(int number) {
        return reply.file(number);
    }

    // --- events from pipelines

    void rowsBegin(Target target, int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        ServerError problem = reply.rowsBegin(target, columns, definitions, asTheyCame);
        if (problem != null) {
            failed(problem);
        }
    }

    void row(int source, ByteBuf payload) {
        if (!takesRows()) {
            return; // Rest of a read batch; only the error may follow.
        }
        pace.rowCame(payload.readableBytes());
        ServerError problem = counted(1);
        if (problem == null) {
            problem = reply.row(source, payload);
        }
        if (problem != null) {
            tooMuchOrWrong(problem);
        } else {
            goOn();
        }
    }

    private void goOn() {
        if (!reply.isFull()) {
            keepUp();
            return;
        }
        pipelines.each(ServerPipeline::stop);
        // A connection with a kill under way is closed afterwards, which would end a transaction on it.
        if (!transaction.isNeeded()) {
            killWhatRunsSoon();
        }
    }

    /** Lets pipelines read only as fast as the client does, and the one whose rows are next before others. */
    private void keepUp() {
        if (mayRead()) {
            pipelines.balance(reply.awaited());
        } else {
            // Pause first: the flush itself may make the client writable again.
            pipelines.each(ServerPipeline::pause);
            session.sink().flush();
            slices.follow();
        }
    }

    private boolean mayRead() {
        return reply.takesMore() && !reply.isBehind();
    }

    /** Sends a slice of the rows at hand, for which servers were paused if they still run. */
    private void sendMore() {
        if (phase instanceof FanOutPhase.Answering) {
            answered(reply.goOn());
        } else if (phase instanceof FanOutPhase.Running || phase instanceof FanOutPhase.Killed) {
            ServerError problem = reply.goOn();
            if (problem != null) {
                tooMuchOrWrong(problem);
                return;
            }
            goOn();
            if (mayRead()) {
                pipelines.resume(reply.awaited());
            }
        }
    }

    private boolean takesRows() {
        return !(phase instanceof FanOutPhase.Failing || phase instanceof FanOutPhase.Sorting);
    }

    void rowsEnded(int source, int warnings) {
        if (!takesRows()) {
            return;
        }
        ServerError problem = reply.rowsEnded(source, warnings);
        if (problem != null) {
            tooMuchOrWrong(problem);
        } else {
            goOn();
        }
    }

    /**
     * Runs the sorted plan instead, if no row has been sent and the rows may be read again: then servers sort what
     * Pinion can't hold.
     */
    private void tooMuchOrWrong(ServerError problem) {
        Optional<RoutePlan.FanOut> streams =
                reply.mayStartAgain() && !plan.effects().locksRows() ? plan.asSortedStreams() : Optional.empty();
        if (streams.isPresent()) {
            phase = new FanOutPhase.Sorting(streams.get());
            pipelines.each(ServerPipeline::stop);
        } else {
            failed(problem);
        }
    }

    private void startAgain(RoutePlan.FanOut streams) {
        phase = new FanOutPhase.Running();
        rows = 0;
        conditions = new ShardConditions(texts(streams), queues);
        plan = streams;
        pipelines = new ServerPipelines(session, command, this, streams);
        pace = FanOutPace.allAtOnce(streams.statements().size());
        settings.waitForTheReader();
        reply.startAgain(streams);
        startPipelines(pipelines.all());
        finishIfAllEnded();
    }

    private TextWarnings texts(RoutePlan.FanOut statements) {
        boolean mySql = session.cluster().planner().dialect() == SqlDialect.MYSQL;
        return new TextWarnings(statements.merging(), mySql, session.sink().binaryRows());
    }

    /** @return whether Pinion must query these warnings on their server */
    boolean warned(int number, AnswerEnd end) {
        WarnedAnswer answer = new WarnedAnswer(number, end.rows(), end.warnings(), reply.isFull());
        reply.warned(answer);
        boolean none = answer.late() && !reply.keeps(answer);
        return !none && conditions.counted(answer);
    }

    /** A statement was answered, so the pace may allow further ones. */
    void statementEnded() {
        if (pace.ended() && wantsAnswers()) {
            pipelines.each(ServerPipeline::goOn);
        }
    }

    void done(int source, Ok ok) {
        ServerError problem = phase instanceof FanOutPhase.Failing ? null : reply.done(source, ok);
        if (problem == null) {
            problem = counted(ok.affectedRows());
        }
        if (problem != null) {
            failed(problem);
        } else if (plan.merging() instanceof Merging.Copies && source == 0) {
            startPipelines(pipelines.others());
        }
    }

    /** The error when these rows are too many for a scatter, or null. Changes are then undone, as after any error. */
    private @Nullable ServerError counted(long more) {
        rows += more;
        long most = plan.policy().maxRows().orElse(Long.MAX_VALUE);
        return rows <= most
                ? null
                : new ServerError(
                        ErrorCode.TOO_BIG_SELECT,
                        "this statement names none of the " + plan.statements().size() + " shards of " + plan.keyspace()
                                + " that it needs, and " + (writes ? "would change" : "reads") + " more than the "
                                + most
                                + " rows that the scatter policy of its keyspace or user allows (max_rows): name the keys"
                                + " of the rows, or add conditions");
    }

    void paused() {
        if (!isOver()) {
            reply.pass();
            session.sink().flush();
        }
    }

    /** The client gets the first error. Statements still running are killed soon. */
    void failed(ServerError reason) {
        if (phase instanceof FanOutPhase.Running
                || phase instanceof FanOutPhase.Sorting
                || phase instanceof FanOutPhase.Killed) {
            phase = new FanOutPhase.Failing(reason);
            pipelines.each(ServerPipeline::stop);
            killWhatRunsSoon();
        }
    }

    private void killWhatRunsSoon() {
        if (killing == null) {
            killing = session.cluster()
                    .pools()
                    .loop()
                    .schedule(this::killWhatRuns, DRAINED_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Kills at once, because the running statements may take long. */
    public void timedOut(ServerError reason) {
        if (phase instanceof FanOutPhase.Waiting) {
            finish(reason);
        } else if (phase instanceof FanOutPhase.Running || phase instanceof FanOutPhase.Sorting) {
            // With all wanted rows, the execution only waits for answers in flight.
            if (!reply.isFull()) {
                failed(reason);
            }
            killWhatRuns();
        } else if (phase instanceof FanOutPhase.Answering) {
            breakOff(reason);
        }
    }

    /**
     * Kills statements of a failed execution. They might wait for a row lock elsewhere, while other sessions wait for
     * theirs.
     */
    private void killWhatRuns() {
        if (!(phase instanceof FanOutPhase.Settling) && !isOver()) {
            pipelines.each(ServerPipeline::kill);
        }
    }

    private boolean isOver() {
        return phase instanceof FanOutPhase.Over;
    }

    /** A pipeline has ended, in success or failure. */
    void ended() {
        pipelines.ended();
        finishIfAllEnded();
    }

    private void finishIfAllEnded() {
        if (starting || !pipelines.haveLanded()) {
            return;
        }
        switch (phase) {
            case FanOutPhase.Running running -> settle(null);
            case FanOutPhase.Sorting(RoutePlan.FanOut streams) -> startAgain(streams);
            case FanOutPhase.Failing(ServerError reason) -> settle(reason);
            case FanOutPhase.Killed killed -> settle(reply.isFull() ? null : INTERRUPTED);
            case FanOutPhase.Waiting waiting -> {}
            case FanOutPhase.Settling settling -> {}
            case FanOutPhase.Answering answering -> {}
            case FanOutPhase.Over over -> {}
        }
    }

    private void settle(@Nullable ServerError failed) {
        phase = new FanOutPhase.Settling();
        transaction.end(failed != null, instead -> {
            ServerError told = instead.orElse(failed);
            if (told == null && !isOver()) {
                answer();
            } else {
                finish(told);
            }
        });
    }

    private void answer() {
        phase = new FanOutPhase.Answering();
        turn.leave();
        reply.warnedOfText(conditions.ofText());
        ServerError problem = reply.allCame();
        if (writes && reply.isBehind()) {
            // The commit was in progress, and the session's events went to it.
            session.current().goesOnBy(this);
        }
        answered(problem);
    }

    /** @param problem of the rows so far */
    private void answered(@Nullable ServerError problem) {
        if (problem != null) {
            finish(problem);
        } else if (reply.isBehind() && !reply.isFull()) {
            session.sink().flush();
            slices.follow();
        } else {
            finish(endAnswer());
        }
    }

    private @Nullable ServerError endAnswer() {
        ServerError problem = reply.end(plan.warnings());
        conditions.keep(reply);
        if (problem == null && conditions.haveAny()) {
            session.state().apply(StatementEffects.of(new DiagnosticsEffect.Listed(conditions.with(plan.warnings()))));
        }
        return problem;
    }

    private void finish(@Nullable ServerError failure) {
        if (isOver()) {
            return; // Killed while it waited for its turn.
        }
        end();
        if (failure == null) {
            completion.succeeded();
            return;
        }
        reply.fail(failure);
        completion.failed(failure.code());
    }

    private void end() {
        phase = new FanOutPhase.Over();
        Future<?> soon = killing;
        if (soon != null) {
            // The pending task would keep all received rows in memory.
            soon.cancel(false);
        }
        turn.end();
    }

    // --- events from the session

    @Override
    public void clientWritable() {
        if (reply.isBehind()) {
            slices.follow();
        } else {
            pipelines.resume(reply.awaited());
        }
    }

    @Override
    public void kill() {
        switch (phase) {
            case FanOutPhase.Waiting waiting -> finish(INTERRUPTED);
            case FanOutPhase.Running running -> killed(new FanOutPhase.Killed());
            case FanOutPhase.Sorting sorting -> killed(new FanOutPhase.Killed());
            case FanOutPhase.Failing failing -> killed(failing);
            case FanOutPhase.Killed killed -> {}
            case FanOutPhase.Settling settling -> {}
            case FanOutPhase.Answering answering -> breakOff(INTERRUPTED);
            case FanOutPhase.Over over -> {}
        }
    }

    /** What was changed stays changed, so its client gets the whole answer. */
    private void breakOff(ServerError reason) {
        if (!writes) {
            finish(reason);
        }
    }

    private void killed(FanOutPhase next) {
        phase = next;
        pipelines.each(ServerPipeline::kill);
        pipelines.each(ServerPipeline::stop);
    }

    @Override
    public void clientGone() {
        if (!isOver()) {
            end();
            pipelines.each(ServerPipeline::clientGone);
            reply.close();
        }
    }
}
