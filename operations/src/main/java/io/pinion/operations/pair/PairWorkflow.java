package io.pinion.operations.pair;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.standby.CompletedPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE PAIR} and {@code ADD STANDBY}: the standby gets all that the primary has while clients write there,
 * each follows the other, and then the topology has them as a pair. EXPLAIN asks no server for it.
 */
final class PairWorkflow<T extends PairTask> implements Workflow<T, PairAttempt, CompletedPair> {
    private final OperationKind<T> kind;
    private final OperationServices services;

    private PairWorkflow(OperationKind<T> kind, OperationServices services) {
        this.kind = kind;
        this.services = services;
    }

    static PairWorkflow<PairCreation> creating(OperationServices services) {
        return new PairWorkflow<>(OperationKind.of(PairCreation.class, "pair"), services);
    }

    static PairWorkflow<StandbyAddition> adding(OperationServices services) {
        return new PairWorkflow<>(OperationKind.of(StandbyAddition.class, "standby"), services);
    }

    @Override
    public OperationKind<T> kind() {
        return kind;
    }

    @Override
    public List<String> pairs(T task) {
        return List.of(task.pair());
    }

    @Override
    public List<Step<PairAttempt>> steps(T task) {
        String primary = primary(task);
        List<Step<PairAttempt>> steps = new ArrayList<>();
        steps.add(Step.of("checking", PairAttempt::check)
                .doneWhen(PairAttempt::mayHaveCopied)
                .planned(attempt -> task.added().stream()
                        .map(server -> new PlannedAction(
                                place(server), "SELECT …", "its settings and its contents; its accounts log in"))
                        .toList()));
        task.newStandby().ifPresent(standby -> addReplication(steps, primary, standby));
        if (task.newPrimary().isPresent()) {
            steps.add(Step.of("opening the primary", PairAttempt::open)
                    .doneWhen(PairAttempt::isOpen)
                    .undoneBy(PairAttempt::fencePrimary)
                    .planned(attempt -> List.of(
                            new PlannedAction(primary, "SET GLOBAL read_only=0", "unless it takes writes already"))));
        }
        steps.add(Step.of("publishing", PairAttempt::publish)
                .doneWhen(PairAttempt::isPublished)
                .undoneBy(PairAttempt::requireUnpublished)
                .planned(attempt -> List.of(new PlannedAction("topology", published(task), purpose(task)))));
        return steps;
    }

    private static void addReplication(List<Step<PairAttempt>> steps, String primary, Server standby) {
        String next = place(standby);
        steps.add(Step.of("copying", PairAttempt::copy)
                .doneWhen(PairAttempt::hasCopy)
                .undoneBy(PairAttempt::dropCopy)
                .planned(attempt -> List.of(
                        new PlannedAction(next, "SET GLOBAL read_only=1", "a standby takes no writes of clients"),
                        new PlannedAction(
                                primary,
                                "START TRANSACTION WITH CONSISTENT SNAPSHOT",
                                "and where that is in the binary log"),
                        new PlannedAction(
                                next,
                                "CREATE DATABASE …; CREATE TABLE …; INSERT …",
                                "the copy of all that the primary has"))));
        steps.add(Step.of("catching up", PairAttempt::catchUp)
                .doneWhen(PairAttempt::isPublished)
                .planned(attempt -> List.of(new PlannedAction(
                        next, "START REPLICA", "it follows " + primary + ", until it has all of it"))));
        steps.add(Step.of("comparing", PairAttempt::compare)
                .doneWhen(PairAttempt::isPublished)
                .planned(attempt -> List.of(
                        new PlannedAction(next, "SELECT CRC32(…) …", "compared with the primary, table by table"))));
        steps.add(Step.of("letting the primary follow it", PairAttempt::letPrimaryFollow)
                .doneWhen(PairAttempt::isPublished)
                .undoneBy(PairAttempt::letPrimaryForget)
                .planned(attempt ->
                        List.of(new PlannedAction(primary, "START REPLICA", "it follows " + next + ", too"))));
    }

    private String primary(T task) {
        return task.newPrimary()
                .or(() -> services.topology().pair(task.pair()).map(Pair::primary))
                .map(PairWorkflow::place)
                .orElse("the primary");
    }

    private static String place(Server server) {
        return server.name() + " (" + server.address() + ")";
    }

    private static String purpose(PairTask task) {
        return switch (task) {
            case PairCreation creation -> "clients' statements reach the primary from here on";
            case StandbyAddition addition -> "it is the standby from here on";
        };
    }

    private static String published(PairTask task) {
        Optional<Server> primary = task.newPrimary();
        String pair = "pairs." + task.pair();
        List<String> settings = new ArrayList<>();
        primary.ifPresent(server -> settings.add(pair + ".primary = " + server.name()));
        task.newStandby().ifPresent(server -> settings.add(pair + ".standby = " + server.name()));
        if (task instanceof PairCreation create && create.home()) {
            settings.add("home = " + task.pair());
        }
        return String.join("; ", settings);
    }

    @Override
    public PairAttempt open(T task, RunningOperation operation) throws OperationRefused {
        return new PairAttempt(services, task, operation);
    }
}
