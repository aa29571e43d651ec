package io.pinion.server.frontend.command;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.ShardWait;
import io.pinion.server.execution.context.UnknownSqlMode;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.observe.StatementObserver;
import io.pinion.server.observe.StatementRecord;
import io.pinion.server.session.Participant;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs every statement of a session, from any command: plans it, executes it, reports it. One at a time, on the
 * session's event loop.
 */
final class StatementRunner {
    private static final Logger log = LoggerFactory.getLogger(StatementRunner.class);

    private final SessionContext session;
    private final PlanExecutor executor;
    private final CurrentUser user;
    private final StatementObserver observer;
    private final Runnable ended;

    /** The catalog that the last statement was planned with. */
    private Catalog catalog;

    /** Whether a statement or transaction planned with {@link #catalog} may still run. */
    private boolean using;

    /** The running statement, to be released when its client disconnects. */
    private @Nullable ClientStatement running;

    /** Executes a plan. */
    @FunctionalInterface
    interface Action {
        void execute(RoutePlan plan, Completion completion);
    }

    /** @param ended is called once for each statement that was reported */
    StatementRunner(
            SessionContext session,
            PlanExecutor executor,
            CurrentUser user,
            StatementObserver observer,
            Runnable ended) {
        this.session = session;
        this.executor = executor;
        this.user = user;
        this.observer = observer;
        this.ended = ended;
        this.catalog = session.cluster().catalog();
    }

    /**
     * Runs a statement of the client, and releases it at its end.
     *
     * @param planning called once, when the session's state is known; again for each new topology while the statement
     *     waits for a shard
     */
    void run(ClientStatement statement, Function<Catalog, RoutePlan> planning, Action action) {
        running = statement;
        session.state().countStatement();
        Run run = new Run(statement, planning, action, System.nanoTime());
        whenItCanBePlanned(statement, run::start);
    }

    /**
     * Waits until the session's state is known. While the statement waits for its shape or for diagnostics, a pool may
     * take back the connection with the insert id, so the insert id is checked again at the end.
     */
    private void whenItCanBePlanned(ClientStatement statement, Runnable then) {
        whenItsInsertIdIsKnown(
                statement,
                () -> whenItsShapeIsKnown(statement, () -> session.pinned()
                        .whenDiagnosticsAreKnown(() -> whenItsInsertIdIsKnown(statement, then))));
    }

    /** Runs one of several statements in the running text; only the text as a whole is reported. */
    void runPart(ClientStatement part, Function<Catalog, RoutePlan> planning, Action action, Completion completion) {
        ClientStatement whole = running;
        whenItCanBeRead(
                part,
                () -> whenItCanBePlanned(part, () -> {
                    if (running == whole) {
                        begin(part, planning, plan -> action.execute(plan, completion), completion);
                    }
                }));
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
                        session.pinned().insertId().isAsking(),
                        session.state().variables().findsLastIdByNull());
        if (asks) {
            session.pinned().learnInsertId(then);
        } else {
            then.run();
        }
    }

    /** A text that takes long to parse isn't parsed on the event loop. */
    private void whenItsShapeIsKnown(ClientStatement statement, Runnable then) {
        if (statement instanceof SqlCommand) {
            session.cluster().learnShape(session.state().view(), statement.sql(), then);
        } else {
            then.run();
        }
    }

    /** Runs a statement that isn't reported as one of the client, and releases it at its end. */
    void runUnreported(
            ClientStatement statement, Function<Catalog, RoutePlan> planning, Action action, Completion completion) {
        running = statement;
        Completion released = new Completion() {
            @Override
            public void succeeded() {
                release();
                completion.succeeded();
            }

            @Override
            public void failed(int errorCode) {
                release();
                completion.failed(errorCode);
            }
        };
        begin(statement, planning, plan -> action.execute(plan, released), released);
    }

    /** Plans a statement before any of it is sent to a server, and makes it wait while one of its shards is held. */
    private void begin(
            ClientStatement statement,
            Function<Catalog, RoutePlan> planning,
            Consumer<RoutePlan> then,
            Completion completion) {
        RoutePlan plan = plan(planning);
        HeldShard held = ShardWait.of(session, catalog, statement, plan);
        if (held != null && takeTransactionAlong()) {
            // The transaction is under the newest topology now, which may no longer hold the shard.
            plan = plan(planning);
            held = ShardWait.of(session, catalog, statement, plan);
        }
        if (held == null) {
            then.accept(plan);
        } else {
            executor.await(new ShardWait(session, statement, new SetAside(planning, then), held, completion));
        }
    }

    private RoutePlan plan(Function<Catalog, RoutePlan> planning) {
        // Checked again here: a later statement of one text may be planned long after the command has come.
        if (!user.isPresent()) {
            ServerError error = user.reason();
            return new RoutePlan.Refused(error.code(), error.sqlState(), error.message());
        }
        try {
            RoutePlan plan = planning.apply(catalog());
            boolean apart =
                    (plan instanceof RoutePlan.Admin admin && admin.then().isEmpty())
                            || plan instanceof RoutePlan.ChangeSchema;
            if (apart && !staysInTransaction()) {
                // An admin statement touches no shard, and may itself wait until no statement runs under an older
                // topology, as REVERT OPERATION does. A schema change reads the stored topology, and waits for other
                // operations that change it.
                endUse();
            }
            return plan;
        } catch (RuntimeException e) {
            log.error("Planning failed", e);
            return new RoutePlan.Refused(
                    ErrorCode.INTERNAL_ERROR.number(),
                    ErrorCode.INTERNAL_ERROR.sqlState(),
                    "Pinion can't plan this statement because of a mistake of its own: " + e);
        }
    }

    /** The catalog to plan with. A transaction keeps its catalog, also when its shard moves meanwhile. */
    private Catalog catalog() {
        if (!staysInTransaction()) {
            endUse();
            catalog = session.cluster().catalog();
        }
        if (!using) {
            using = true;
            session.cluster().uses().begin(catalog.edition());
            session.pinned().asking().begins(catalog.edition());
        }
        return catalog;
    }

    private boolean staysInTransaction() {
        return session.state().transaction().open().isPresent() && !session.mayBeginLater();
    }

    /**
     * Moves an open transaction whose statement waits to the newest topology, if the shards on all its pairs are still
     * where they were. Otherwise the transaction stays, and the statement waits in vain.
     *
     * @return whether the transaction is under another topology now
     */
    private boolean takeTransactionAlong() {
        Catalog newest = session.cluster().catalog();
        if (newest != catalog && staysInTransaction() && catalog.isKeptOn(transactionsPairs(), newest)) {
            endUse();
            catalog = newest;
            return true;
        }
        return false;
    }

    private Set<String> transactionsPairs() {
        return session.state()
                .transaction()
                .open()
                .map(open ->
                        open.participants().stream().map(Participant::pair).collect(Collectors.toUnmodifiableSet()))
                .orElse(Set.of());
    }

    /**
     * Called when a statement or a transaction may have ended: if so, the session no longer counts under its topology.
     */
    void letCatalogGo() {
        if (running == null && !staysInTransaction()) {
            endUse();
        }
    }

    private void endUse() {
        if (using) {
            using = false;
            session.cluster().uses().end(catalog.edition());
        }
    }

    /** The text of the running statement; empty when none runs. */
    String runningText(Charset charset) {
        ClientStatement statement = running;
        return statement == null ? "" : new String(statement.sql(), charset);
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

    /** A statement that waits for a shard. */
    private final class SetAside implements ShardWait.Statement {
        private final Function<Catalog, RoutePlan> planning;
        private final Consumer<RoutePlan> then;

        SetAside(Function<Catalog, RoutePlan> planning, Consumer<RoutePlan> then) {
            this.planning = planning;
            this.then = then;
        }

        @Override
        public RoutePlan plan() {
            takeTransactionAlong();
            return StatementRunner.this.plan(planning);
        }

        @Override
        public Catalog catalog() {
            return catalog;
        }

        @Override
        public void waits() {
            if (!staysInTransaction()) {
                endUse();
            }
        }

        @Override
        public void goOn(RoutePlan plan) {
            then.accept(plan);
        }
    }

    /** The execution of one statement. */
    private final class Run implements Completion {
        private final ClientStatement statement;
        private final Function<Catalog, RoutePlan> planning;
        private final Action action;
        private final long startedNanos;
        private @Nullable RoutePlan plan;

        Run(ClientStatement statement, Function<Catalog, RoutePlan> planning, Action action, long startedNanos) {
            this.statement = statement;
            this.planning = planning;
            this.action = action;
            this.startedNanos = startedNanos;
        }

        void start() {
            if (running == statement) {
                begin(statement, planning, this::execute, this);
            }
        }

        private void execute(RoutePlan decided) {
            plan = decided;
            action.execute(decided, this);
        }

        @Override
        public void succeeded() {
            finish(0);
        }

        @Override
        public void failed(int errorCode) {
            finish(errorCode);
        }

        private void finish(int errorCode) {
            if (running != statement) {
                return;
            }
            running = null;
            letCatalogGo();
            MetricLabels placement = MetricLabels.of(plan, session.cluster());
            observer.ended(new StatementRecord(
                    StatementGroups.of(statement.sql(), plan),
                    placement.keyspace(),
                    placement.pair(),
                    System.nanoTime() - startedNanos,
                    errorCode,
                    this::shape,
                    MetricLabels.scatter(plan)));
            statement.release();
            ended.run();
        }

        private String shape() {
            return StatementShape.of(statement.sql(), session.state().view());
        }
    }
}
