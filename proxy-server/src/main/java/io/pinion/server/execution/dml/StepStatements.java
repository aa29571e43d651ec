package io.pinion.server.execution.dml;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.server.execution.context.SessionContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The statements that follow from the rows of the first step of a {@link StepsExecution}, in order. */
final class StepStatements {
    /** The most statements that servers get without waiting for earlier answers. */
    private static final int AT_ONCE = 500;

    private final SessionContext session;
    private final RoutePlan.ReadThenWrite plan;
    private final Merging ofOne;
    private final Deque<byte[]> left;
    private final boolean together;

    /** @param ofOne the merge for a statement on a single shard */
    StepStatements(SessionContext session, RoutePlan.ReadThenWrite plan, Merging ofOne, StepRows found) {
        this.session = session;
        this.plan = plan;
        this.ofOne = ofOne;
        this.left = new ArrayDeque<>(found.statements());
        this.together = found.mayRunTogether();
    }

    boolean isEmpty() {
        return left.isEmpty();
    }

    byte[] next() {
        return left.removeFirst();
    }

    /**
     * Plans one of the statements, which are as long and as deep as the client's own.
     *
     * @param then receives the plan, perhaps before this returns
     * @param failed called instead when there is none, or the statement is killed
     */
    void plan(byte[] sql, Consumer<RoutePlan> then, Consumer<ServerError> failed) {
        StatementPlanner planner = session.cluster().planner();
        SessionView view = session.state().view();
        if (planner.takesAMoment(plan.catalog(), view, sql)) {
            then.accept(plan(planner, view, sql));
            return;
        }
        SessionView picture = view.asItIsNow();
        StepPlanning elsewhere = new StepPlanning(then, failed);
        session.current().goesOnBy(elsewhere);
        elsewhere.start(session, other -> plan(other, picture, sql));
    }

    private RoutePlan plan(StatementPlanner planner, SessionView view, byte[] sql) {
        return plan.write() instanceof RoutePlan.InsertRows
                ? planner.planCarried(plan.catalog(), view, sql)
                : planner.plan(plan.catalog(), view, sql);
    }

    /** The plan as a fan-out that counts changes; empty when it can't be one. */
    Optional<FanOut> counting(RoutePlan next, byte[] sql) {
        return FanOut.of(next, plan.keyspace(), sql, ofOne);
    }

    /**
     * Joins {@code first} with the next statements, as many as servers may get at the same time; removes these from the
     * rest.
     */
    FanOut withMore(FanOut first) {
        List<FanOut> all = new ArrayList<>(List.of(first));
        while (together && isCounted(first) && !left.isEmpty() && all.size() < AT_ONCE) {
            byte[] sql = left.getFirst();
            RoutePlan planned =
                    plan(session.cluster().planner(), session.state().view(), sql);
            Optional<FanOut> next = counting(planned, sql).filter(StepStatements::isCounted);
            if (next.isEmpty()) {
                break;
            }
            left.removeFirst();
            all.add(next.get());
        }
        return all.size() == 1 ? first : joined(all);
    }

    /** Whether the changes are counts; copies of a reference table are changed one after the other. */
    private static boolean isCounted(FanOut change) {
        return change.merging() instanceof Merging.Counts && !change.scatter();
    }

    private static FanOut joined(List<FanOut> all) {
        List<Target> targets = new ArrayList<>();
        List<ShardStatement> statements = new ArrayList<>();
        List<Condition> warnings = new ArrayList<>();
        for (FanOut one : all) {
            targets.addAll(one.targets());
            statements.addAll(one.statements());
            warnings.addAll(one.warnings());
        }
        FanOut first = all.getFirst();
        return new FanOut(
                first.keyspace(),
                targets,
                statements,
                first.merging(),
                false,
                all.stream().anyMatch(FanOut::atOneMoment),
                first.effects(),
                warnings.stream().distinct().toList());
    }
}
