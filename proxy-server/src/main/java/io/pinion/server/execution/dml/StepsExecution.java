package io.pinion.server.execution.dml;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.commit.OwnTransaction;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.fanout.AddedCounts;
import io.pinion.server.execution.fanout.FanOutExecution;
import io.pinion.server.execution.fanout.FanOutReply;
import io.pinion.server.execution.fanout.FanOutTransaction;
import io.pinion.server.execution.fanout.HeldCounts;
import io.pinion.server.execution.fanout.MergedRows;
import io.pinion.server.execution.fanout.TimeLimit;
import io.pinion.server.execution.gather.GatherExecution;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.scatter.HeldMemory;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.StatementEffects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows on several shards, and then changes them, or inserts them elsewhere.
 *
 * <pre>
 *   {@link OwnTransaction}, unless the client's is open ──▶ the query ({@link StepRows})
 *     ──▶ each statement that follows from it ({@link HeldCounts}) ──▶ commit ──▶ the client's answer
 * </pre>
 *
 * In the client's transaction the rows stay locked when the change has failed, as on one server. Lives on the
 * session's event loop for one statement.
 */
public final class StepsExecution implements Execution {
    private static final Pattern FIXED_ZONE =
            Pattern.compile("(?i)\\s*time_zone\\s*:?=\\s*'(?:[+-]\\d{1,2}:\\d{2}|UTC)'\\s*");

    private static final ServerError LIMITED = new ServerError(
            ErrorCode.NOT_SUPPORTED_YET,
            "the session's sql_select_limit would cut the rows that this statement finds, as it doesn't on one server:"
                    + " SET sql_select_limit = DEFAULT");

    /** Names of modes, without one that turns warnings into errors. */
    private static final Pattern LAX =
            Pattern.compile("(?i)\\s*sql_mode\\s*:?=\\s*'(?:(?!STRICT_|TRADITIONAL)[A-Z_, ])*'\\s*");

    private static final Pattern UNCONVERTED = Pattern.compile("(?i)\\s*character_set_results\\s*:?=\\s*NULL\\s*");

    private final SessionContext session;
    private final RoutePlan.ReadThenWrite plan;
    private final TimeLimit timeLimit;
    private final Completion completion;
    private final OwnTransaction transaction;
    private final StepRows found;

    /** The memory of the found rows. */
    private final HeldMemory.Share memory;

    private final AddedCounts counts;

    /** The merge for a statement on a single shard. */
    private final Merging ofOne;

    /** NOW() is the same in all steps. */
    private final Instant moment = Instant.now();

    private final long startedNanos = System.nanoTime();

    private @Nullable Execution step;
    private final List<Condition> listed;
    private long warned;
    private boolean killed;

    /** @param timeLimit of the statement, besides that of its policy */
    public StepsExecution(
            SessionContext session, RoutePlan.ReadThenWrite plan, TimeLimit timeLimit, Completion completion) {
        this.session = session;
        this.plan = plan;
        this.timeLimit = timeLimit;
        this.completion = completion;
        this.transaction = new OwnTransaction(session);
        this.memory = session.cluster().scatters().memory().share();
        this.found = switch (plan.write()) {
            case RoutePlan.ChangeByKey change -> new FoundKeys(change, terms(session, plan.unshownDigits()), memory);
            case RoutePlan.MoveRows move -> new RekeyedRows(move, memory);
            case RoutePlan.InsertRows insert -> new CarriedRows(insert, terms(session, plan.unshownDigits()), memory);
        };
        this.ofOne = plan.write() instanceof RoutePlan.InsertRows rows
                ? new Merging.InsertedRows(0, rows.duplicates())
                : new Merging.Counts();
        this.listed = new ArrayList<>(plan.warnings());
        this.counts = AddedCounts.ofNone(session, found.infoOfNone());
    }

    public void start() {
        assert session.isOnItsLoop();
        if (session.state().variables().limitsSelects()) {
            fail(LIMITED);
            return;
        }
        if (session.mayOnlyRead()) {
            fail(ExecutionRefusals.READ_ONLY);
            return;
        }
        transaction.begin();
        if (plan.query() instanceof RoutePlan.Gather gather) {
            gather(gather);
        } else {
            FanOut query = foundBy();
            read(plan.write() instanceof RoutePlan.MoveRows move ? query.behind(move.joining()) : query);
        }
    }

    private FanOut foundBy() {
        return FanOut.of(plan.query(), plan.keyspace(), plan.sql(), Merging.Rows.AS_THEY_COME)
                .orElseThrow(() -> new IllegalStateException("rows are read by " + plan.query()));
    }

    private void read(FanOut query) {
        if (!(query.merging() instanceof Merging.Rows rows)) {
            throw new IllegalStateException("rows are merged as " + query.merging());
        }
        MergedRows reply = new MergedRows(session.cluster().scatters(), rows, query, found);
        run(query, plan.sql(), reply, this::write, () -> end(found.failure()));
    }

    private void gather(RoutePlan.Gather query) {
        GatherExecution execution = new GatherExecution(
                session,
                query,
                left(query.policy()),
                SqlCommand.of(plan.sql()),
                GatheredStep.reply(found),
                moment,
                behind(this::write, () -> end(found.failure())));
        step = execution;
        execution.start();
    }

    private void write() {
        if (found.warnings() > 0 && !mayOnlyWarn()) {
            // Truncated values, divisions by zero: servers only warn of them in a query.
            end(new ServerError(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "finding the rows of this statement gives " + found.warnings()
                            + " warnings, which strict servers take for"
                            + " errors in a statement that changes rows: mend its conditions (SHOW WARNINGS after the same"
                            + " SELECT tells them)"));
            return;
        }
        counts.warned(found.warnings());
        write(new StepStatements(session, plan, ofOne, found), true);
    }

    /**
     * Whether warnings are allowed here. A gathered query evaluates conditions twice, so its number of warnings isn't
     * that of one server.
     */
    private boolean mayOnlyWarn() {
        return !(plan.query() instanceof RoutePlan.Gather)
                && (plan.write().ignores()
                        || session.state().variables().settings().textOf("sql_mode").stream()
                                .anyMatch(text -> LAX.matcher(text).matches()));
    }

    private void write(StepStatements statements, boolean first) {
        if (killed) {
            undo(INTERRUPTED);
            return;
        }
        if (statements.isEmpty()) {
            answer();
            return;
        }
        byte[] sql = statements.next();
        statements.plan(sql, planned -> number(planned, sql, statements, first), this::undo);
    }

    private void number(RoutePlan planned, byte[] sql, StepStatements statements, boolean first) {
        session.current().set(this);
        switch (planned) {
            case RoutePlan.Numbered numbered -> {
                NumberedExecution numbering = new NumberedExecution(
                        session, numbered, next -> write(next, sql, statements, first), this::undo);
                session.current().goesOnBy(numbering);
                numbering.start();
            }
            case RoutePlan next -> write(next, sql, statements, first);
        }
    }

    private void write(RoutePlan next, byte[] sql, StepStatements statements, boolean first) {
        session.current().set(this);
        Optional<FanOut> planned = statements.counting(next, sql);
        if (planned.isEmpty()) {
            undo(ExecutionRefusals.of(next, unplanned()));
            return;
        }
        FanOut change = statements.withMore(planned.get());
        HeldCounts reply = new HeldCounts(session, change, List.of());
        Runnable done = () -> {
            counts.add(reply, first);
            write(statements, false);
        };
        run(change, sql, reply, done, () -> end(reply.failure()));
    }

    private void answer() {
        ServerError problem = found.problem(counts);
        if (problem != null) {
            undo(problem);
            return;
        }
        FanOutTransaction.stepsEnd(session);
        if (plan.write() instanceof RoutePlan.MoveRows move) {
            String pair = move.joining().targets().getFirst().pair();
            Set<String> from = foundBy().targets().stream()
                    .map(Target::pair)
                    .filter(giver -> !giver.equals(pair))
                    .collect(Collectors.toSet());
            session.state().transaction().commitBefore(pair, from);
        }
        transaction.end(false, instead -> {
            memory.close();
            if (instead.isPresent()) {
                tell(instead.get());
            } else {
                counts.end(plan.warnings());
                if (warned > 0) {
                    Conditions conditions =
                            new Conditions(listed, plan.warnings().size() + warned);
                    session.state().apply(StatementEffects.of(new DiagnosticsEffect.Listed(conditions)));
                }
                completion.succeeded();
            }
        });
    }

    private static CarriedCells.Terms terms(SessionContext session, boolean unshownDigits) {
        SessionSettings settings = session.state().variables().settings();
        boolean fixedZone = settings.textOf("time_zone")
                .map(text -> FIXED_ZONE.matcher(text).matches())
                .orElse(false);
        boolean unconverted = settings.textOf("character_set_results")
                .map(text -> UNCONVERTED.matcher(text).matches())
                .orElse(false);
        return new CarriedCells.Terms(fixedZone, unconverted, unshownDigits);
    }

    private void run(FanOut what, byte[] sql, FanOutReply reply, Runnable next, Runnable failed) {
        FanOutExecution execution = new FanOutExecution(
                session,
                what,
                reply,
                SqlCommand.of(sql),
                behind(next, failed),
                moment,
                FanOutTransaction.ofStep(session));
        step = execution;
        // The second step runs in the first's transaction, and doesn't wait for admission.
        execution.within(left(what.policy())).inLine().start();
    }

    /** Continues the statement when a step has ended. */
    private Completion behind(Runnable next, Runnable failed) {
        return errorCode -> {
            session.current().set(this);
            if (errorCode == 0 && step instanceof FanOutExecution ended) {
                note(ended.conditions().with(List.of()));
            }
            step = null;
            (errorCode == 0 ? next : failed).run();
        };
    }

    private void note(Conditions ofStep) {
        warned += ofStep.count();
        ofStep.listed().stream()
                .limit(Math.max(0, InternalQueries.MOST_CONDITIONS - listed.size()))
                .forEach(listed::add);
    }

    /** The rest of the time limit for all steps. */
    private TimeLimit left(ScatterPolicy policy) {
        return TimeLimit.of(policy, session.cluster().planner().dialect())
                .or(timeLimit)
                .since(startedNanos);
    }

    private ServerError unplanned() {
        return new ServerError(
                ErrorCode.NOT_SUPPORTED_YET,
                "Pinion can't write what this statement has found: find the rows by a SELECT, and write them by their keys");
    }

    /** Undoes the changes of earlier steps, too. */
    private void undo(ServerError failure) {
        FanOutTransaction.undoSteps(session, instead -> end(instead.orElse(failure)));
    }

    private void end(@Nullable ServerError failure) {
        ServerError told = failure == null ? unplanned() : failure;
        transaction.end(true, instead -> fail(told));
    }

    private void fail(ServerError error) {
        memory.close();
        tell(error);
    }

    private void tell(ServerError error) {
        session.sink().error(error);
        completion.failed(error.code());
    }

    // --- events from the session

    @Override
    public void kill() {
        killed = true;
        Execution running = step;
        if (running != null) {
            running.kill();
        }
    }

    @Override
    public void clientGone() {
        memory.close();
        Execution running = step;
        if (running != null) {
            running.clientGone();
        }
    }
}
