package io.pinion.server.frontend.command;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.TextPreparedStatement;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.text.Fingerprint;
import io.pinion.server.digest.DigestKey;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Planned;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.UnknownSqlMode;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.observe.StatementObserver;
import io.pinion.server.observe.StatementRecord;
import io.pinion.server.observe.StatementShape;
import io.pinion.server.session.SessionState;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs every statement of a session, from any command: plans it, executes it, reports it. One at a time, on the
 * session's event loop.
 */
final class StatementRunner {
    /** Words without which no statement has a password, or a verifier of one. */
    private static final Pattern PASSWORD =
            Pattern.compile("\\b(?:IDENTIFIED|PASSWORD|PASSWORD_HASH)\\b", Pattern.CASE_INSENSITIVE);

    /** Both stand in a statement that writes the place of a secret into the topology. */
    private static final Pattern TOPOLOGY = Pattern.compile("\\bTOPOLOGY\\b", Pattern.CASE_INSENSITIVE);

    /** More of a statement is shown nowhere. */
    private static final int SHOWN_BYTES = 4 * 1024;

    private static final Pattern SECRET = Pattern.compile("\\bSECRET\\b", Pattern.CASE_INSENSITIVE);

    private final SessionContext session;
    private final PlanExecutor executor;
    private final ClientReplies replies;
    private final CurrentUser user;
    private final StatementObserver observer;
    private final Runnable ended;

    private final CatalogUse use;
    private final WorkPlanning planning;
    private final TextPreparedStatementCommand named;

    /** The running statement, to be released when its client disconnects. */
    private @Nullable ClientStatement running;

    /** @param ended is called once for each statement that was reported */
    StatementRunner(
            SessionContext session,
            PlanExecutor executor,
            ClientReplies replies,
            CurrentUser user,
            StatementObserver observer,
            Runnable ended) {
        this.session = session;
        this.executor = executor;
        this.replies = replies;
        this.user = user;
        this.observer = observer;
        this.ended = ended;
        this.use = new CatalogUse(session);
        this.planning = new WorkPlanning(session, user, use, this::whenDiagnosticsAndInsertIdAreKnown);
        this.named = new TextPreparedStatementCommand(session, executor, replies, this);
    }

    /** Runs a text of the client, and releases it at its end. */
    void run(SqlCommand text) {
        run(work(text));
    }

    /** One statement, or several in one text, of a COM_QUERY. */
    private StatementWork work(SqlCommand text) {
        return StatementWork.of(text, (plan, completion) -> execute(plan, text, completion));
    }

    private void execute(RoutePlan plan, SqlCommand text, Completion completion) {
        if (plan instanceof RoutePlan.Split split && allowsSeveral()) {
            new SplitText(this, replies, split, completion).run();
        } else {
            executeOne(plan, text, completion);
        }
    }

    private boolean allowsSeveral() {
        SessionState state = session.state();
        return state.severalAllowed().orElseGet(() -> state.capabilities().has(Capabilities.MULTI_STATEMENTS));
    }

    /** Runs a statement of the client, and releases it at its end. */
    void run(StatementWork work) {
        running = work.statement();
        session.state().statementCame();
        Run run = new Run(work, System.nanoTime());
        whenItCanBePlanned(work.statement(), run::start);
    }

    private void whenItCanBePlanned(ClientStatement statement, Runnable then) {
        if (mayHaveToWait()) {
            whenDiagnosticsAndInsertIdAreKnown(statement, then);
        } else {
            then.run();
        }
    }

    /** False in ordinary traffic: then nothing else is asked. */
    private boolean mayHaveToWait() {
        return session.pinned().insertId().isElsewhere()
                || session.pinned().last().isAsked();
    }

    /** The connection from which diagnostics are being read may be the one that knows the insert id, too. */
    private void whenDiagnosticsAndInsertIdAreKnown(ClientStatement statement, Runnable then) {
        session.pinned().last().whenKnown(() -> whenItsInsertIdIsKnown(statement, then));
    }

    /** Runs one of the statements into which the running text is split. */
    void runPart(SqlCommand part, Completion completion) {
        runPart(StatementWork.of(part, (plan, done) -> executeOne(plan, part, done)), completion);
    }

    /** Goes on with the running text when the event loop has served others; not when its client is gone by then. */
    void later(Runnable part) {
        ClientStatement whole = running;
        // What is executed at once comes before any socket is read.
        session.cluster()
                .pools()
                .loop()
                .schedule(
                        () -> {
                            if (running == whole) {
                                part.run();
                            }
                        },
                        0,
                        TimeUnit.NANOSECONDS);
    }

    private void executeOne(RoutePlan plan, SqlCommand command, Completion completion) {
        if (plan instanceof RoutePlan.Named(TextPreparedStatement action)) {
            named.run(action, command, completion);
        } else {
            executor.execute(plan, command, completion);
        }
    }

    /** Runs one of several statements in the running text; only the text as a whole is reported. */
    void runPart(StatementWork part, Completion completion) {
        ClientStatement whole = running;
        whenItCanBeRead(
                part.statement(),
                () -> whenItCanBePlanned(part.statement(), () -> {
                    if (running == whole) {
                        begin(part, planned -> execute(part, planned, completion), completion);
                    }
                }));
    }

    private void execute(StatementWork part, Planned planned, Completion completion) {
        session.state().cost().reset();
        long began = System.nanoTime();
        part.execution().accept(planned.plan(), errorCode -> {
            count(part.statement().sql(), planned, System.nanoTime() - began, errorCode);
            completion.ended(errorCode);
        });
    }

    /** The part before it in the same text may have changed the sql_mode or the charset. */
    private void whenItCanBeRead(ClientStatement part, Runnable then) {
        UnknownSqlMode rules = session.pinned().textRules();
        if (rules.concern(Unpooled.wrappedBuffer(part.sql()), session.state().view())) {
            rules.settle(session, then);
        } else {
            then.run();
        }
    }

    private void whenItsInsertIdIsKnown(ClientStatement statement, Runnable then) {
        boolean asks = session.pinned().insertId().isElsewhere()
                && InsertIdMention.needsValue(
                        statement.sql(),
                        session.pinned().insertIdHidesCounts(),
                        session.state().variables().findsLastIdByNull());
        if (asks) {
            session.pinned().learnInsertId(then);
        } else {
            then.run();
        }
    }

    /** As {@link #runUnreported(StatementWork, Completion)}. */
    void runUnreported(SqlCommand text, Completion completion) {
        runUnreported(work(text), completion);
    }

    /** Runs a statement that isn't reported as one of the client, and releases it at its end. */
    void runUnreported(StatementWork work, Completion completion) {
        running = work.statement();
        Completion released = errorCode -> {
            release();
            completion.ended(errorCode);
        };
        begin(work, planned -> work.execution().accept(planned.plan(), released), released);
    }

    private void begin(StatementWork work, Consumer<Planned> then, Completion completion) {
        Planned planned = atOnce(work);
        if (planned == null) {
            planning.begin(work, then, completion);
        } else {
            then.accept(planned);
        }
    }

    /** The plan of most statements: of short texts, in ordinary traffic; null for one that {@link #planning} plans. */
    private @Nullable Planned atOnce(StatementWork work) {
        byte[] sql = work.statement().sql();
        if (!work.isPlain() || !StatementPlanner.isSurelyQuick(sql) || !user.isPresent()) {
            return null;
        }
        Catalog catalog = use.begin();
        if (catalog.holdsShards()) {
            return null;
        }
        StatementPlanner planner = session.cluster().planner();
        RoutePlan plan;
        try {
            plan = planner.plan(catalog, session.state().view(), sql);
        } catch (RuntimeException e) {
            return null;
        }
        return plan instanceof RoutePlan.Admin || plan instanceof RoutePlan.ChangeSchema
                ? null
                : new Planned(plan, null, planner.shape());
    }

    /**
     * Called when a statement or a transaction may have ended: if so, the session no longer counts under its topology.
     */
    void letCatalogGo() {
        if (running == null) {
            use.endUnlessKept();
        }
    }

    /**
     * The beginning of the running statement's text, without the literals of one that has a password; empty when none runs.
     * It is asked for by lists of all sessions, so what it costs doesn't grow with the text.
     */
    String runningText(Charset charset) {
        ClientStatement statement = running;
        if (statement == null) {
            return "";
        }
        byte[] sql = statement.sql();
        byte[] beginning = sql.length <= SHOWN_BYTES ? sql : Arrays.copyOf(sql, SHOWN_BYTES);
        String text = new String(beginning, charset);
        // The word that makes a literal a secret stands before it.
        boolean secret = PASSWORD.matcher(text).find()
                || (SECRET.matcher(text).find() && TOPOLOGY.matcher(text).find());
        return secret ? StatementShape.of(beginning, session.state().view()) : text;
    }

    /** Releases the running statement when its client no longer waits for it. */
    void release() {
        ClientStatement statement = running;
        if (statement != null) {
            running = null;
            statement.release();
        }
        letCatalogGo();
    }

    /** Counts a statement under its shape, when it has ended; not one whose parts are counted. */
    private void count(byte[] sql, Planned planned, long nanos, int errorCode) {
        Fingerprint shape = planned.shape();
        if (shape == null || planned.plan() instanceof RoutePlan.Named) {
            return;
        }
        MetricLabels placement = MetricLabels.of(planned.plan(), session.cluster());
        String user = session.state().user().name();
        session.cluster()
                .digests()
                .add(
                        new DigestKey(shape, placement.keyspace(), user, placement.pair()),
                        () -> StatementShape.of(sql, session.state().view()),
                        nanos,
                        errorCode,
                        session.state().cost());
    }

    /** The execution of one statement. */
    private final class Run implements Completion {
        private final StatementWork work;
        private final ClientStatement statement;
        private final long startedNanos;
        private @Nullable Planned planned;

        Run(StatementWork work, long startedNanos) {
            this.work = work;
            this.statement = work.statement();
            this.startedNanos = startedNanos;
        }

        void start() {
            if (running == statement) {
                begin(work, this::execute, this);
            }
        }

        private void execute(Planned decided) {
            planned = decided;
            work.execution().accept(decided.plan(), this);
        }

        @Override
        public void ended(int errorCode) {
            if (running != statement) {
                return;
            }
            running = null;
            letCatalogGo();
            long nanos = System.nanoTime() - startedNanos;
            Planned decided = planned;
            if (decided != null) {
                count(statement.sql(), decided, nanos, errorCode);
            }
            RoutePlan plan = decided == null ? null : decided.plan();
            MetricLabels placement = MetricLabels.of(plan, session.cluster());
            observer.ended(new StatementRecord(
                    StatementGroups.of(statement.sql(), plan),
                    placement.keyspace(),
                    placement.pair(),
                    placement.database(),
                    nanos,
                    errorCode,
                    () -> StatementShape.of(statement.sql(), session.state().view()),
                    MetricLabels.scatter(plan)));
            statement.release();
            StatementRunner.this.ended.run();
        }
    }
}
