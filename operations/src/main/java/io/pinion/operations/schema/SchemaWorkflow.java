package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationCancelled;
import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A change of tables: on one shard first, then on the others; it is never undone.
 *
 * @param workers has threads of its own for the shards
 */
record SchemaWorkflow(OperationServices services, ShardConnections connections, Executor workers)
        implements Workflow<Task.TableChange, ChangeAttempt, Done> {
    /** The client is told the reasons of so many shards. */
    private static final int REASONS = 5;

    private static final String STAYS = "; what was done stays (SHOW SCHEMA DRIFT tells where)";

    @Override
    public OperationKind<Task.TableChange> kind() {
        return OperationKind.of(Task.TableChange.class, "schema-change")
                .atATime(8)
                .mostWaiting(64);
    }

    /** The topology changes only when no reader can be misled: to drop a table begins with it. */
    @Override
    public List<Step<ChangeAttempt>> steps(Task.TableChange task) {
        SchemaChange change = task.change();
        Step<ChangeAttempt> count =
                Step.of("counting the shards", ChangeAttempt::countShards).planned(ChangeAttempt::plannedChecks);
        Step<ChangeAttempt> first = Step.of("changing the first shard", ChangeAttempt::changeFirst)
                .staying()
                .planned(ChangeAttempt::plannedFirst);
        Step<ChangeAttempt> others = Step.of("changing the other shards", ChangeAttempt::changeOthers)
                .doneWhen(ChangeAttempt::isOnAllShards)
                .staying()
                .planned(ChangeAttempt::plannedOthers);
        Step<ChangeAttempt> declare = Step.of("changing the topology", ChangeAttempt::declare)
                .doneWhen(attempt -> change.declarations().isEmpty())
                .staying()
                .planned(attempt -> change.declarations().stream()
                        .map(each -> new PlannedAction("topology", each.words(), "all proxies know it then"))
                        .toList());
        Step<ChangeAttempt> tell = Step.of("waiting until all proxies know the tables", ChangeAttempt::tellProxies)
                .doneWhen(attempt -> !change.action().changesDefinitions())
                .planned(attempt -> change.action().changesDefinitions()
                        ? List.of(new PlannedAction(
                                "all proxies", "", "their next statements know the tables as they are"))
                        : List.of());
        return change.action() == Action.DROP
                ? List.of(count, first, declare, others, tell)
                : List.of(count, first, others, declare, tell);
    }

    @Override
    public ChangeAttempt open(Task.TableChange task, RunningOperation operation) {
        return new ChangeAttempt(services, connections, workers, task.change(), operation);
    }

    @Override
    public String told(OperationRefused why, Operation operation) {
        Progress progress = operation.progress();
        if (progress.done().isEmpty() && progress.begun().isEmpty()) {
            return Workflow.super.told(why, operation);
        }
        StringBuilder text = new StringBuilder(operation.name() + " is done on "
                + progress.done().size() + " of " + progress.total() + " shards: " + why.getMessage());
        progress.failed().values().stream().limit(REASONS).forEach(reason -> text.append("; ")
                .append(reason));
        int more = progress.failed().size() - REASONS;
        if (more > 0) {
            text.append("; and ").append(more).append(" more, see SHOW OPERATIONS");
        }
        if (!(why instanceof OperationCancelled)) {
            text.append(". Mend that and RESUME OPERATION ")
                    .append(operation.number())
                    .append(", or CANCEL OPERATION ")
                    .append(operation.number());
        }
        return text.append(STAYS).toString();
    }
}
