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
import io.pinion.operations.journal.Operation;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.standby.CompletedPair;
import io.pinion.operations.standby.PairLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE PAIR}, {@code ADD STANDBY} and {@code REPLACE STANDBY}: the standby gets all that the primary has while
 * clients write there, each follows the other, and the topology has them as a pair.
 */
record PairWorkflow<T extends PairTask>(OperationKind<T> kind, OperationServices services)
        implements Workflow<T, PairAttempt, CompletedPair> {
    static PairWorkflow<PairCreation> creating(OperationServices services) {
        return new PairWorkflow<>(OperationKind.of(PairCreation.class, "pair"), services);
    }

    static PairWorkflow<StandbyReplacement> replacing(OperationServices services) {
        return new PairWorkflow<>(OperationKind.of(StandbyReplacement.class, "replacement"), services);
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
        if (task instanceof StandbyReplacement replace && replace.isOwn()) {
            steps.add(leaving(replace));
        }
        task.newStandby().ifPresent(standby -> addReplication(steps, task, primary, place(standby)));
        boolean replaces = task instanceof StandbyReplacement;
        if (task.newStandby().isPresent() && !replaces) {
            steps.add(Step.of("letting the primary follow it", PairAttempt::letPrimaryFollow)
                    .doneWhen(PairAttempt::isPublished)
                    .undoneBy(PairAttempt::letPrimaryForget)
                    .planned(attempt -> List.of(new PlannedAction(
                            primary,
                            "START REPLICA",
                            "it follows " + task.newStandby().get().name() + ", too"))));
        }
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
        if (task instanceof StandbyReplacement replace) {
            // The old standby may serve until the new one has its place.
            steps.add(Step.of("letting the primary follow it", PairAttempt::join)
                    .planned(attempt -> joining(replace, primary)));
        }
        return steps;
    }

    private static Step<PairAttempt> leaving(StandbyReplacement own) {
        return Step.of("taking it out of the pair", PairAttempt::leave)
                .doneWhen(PairAttempt::hasLeft)
                .staying()
                .planned(attempt -> List.of(new PlannedAction(
                        "topology",
                        "pairs." + own.pair() + ".standby = nothing",
                        "nobody may promote it before it has all that the primary has")));
    }

    private static List<PlannedAction> joining(StandbyReplacement task, String primary) {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(new PlannedAction(
                primary, "START REPLICA", "it follows " + task.standby().name() + ", too"));
        if (!task.old().isEmpty() && !task.isOwn()) {
            actions.add(new PlannedAction(
                    task.old(), "STOP REPLICA; RESET REPLICA ALL", "it follows nobody any more, and is kept as it is"));
        }
        return actions;
    }

    private static Step<PairAttempt> contents(PairTask task, String primary, String next) {
        if (task instanceof StandbyReplacement replace && replace.contents() == Contents.KEPT) {
            return Step.of("going on", PairAttempt::goOn)
                    .doneWhen(PairAttempt::isPublished)
                    .staying()
                    .planned(attempt -> List.of(new PlannedAction(
                            next,
                            "START REPLICA",
                            "it has nothing that " + primary + " hasn't, and goes on behind that")));
        }
        List<PlannedAction> actions = new ArrayList<>();
        if (task instanceof StandbyReplacement replace && replace.contents() == Contents.DISCARDED) {
            actions.add(new PlannedAction(next, "DROP DATABASE …", "all that it has; its binary logs go, too"));
        }
        actions.addAll(List.of(
                new PlannedAction(next, "SET GLOBAL read_only=1", "a standby takes no writes of clients"),
                new PlannedAction(
                        primary, "START TRANSACTION WITH CONSISTENT SNAPSHOT", "and where that is in the binary log"),
                new PlannedAction(
                        next, "CREATE DATABASE …; CREATE TABLE …; INSERT …", "the copy of all that the primary has")));
        return Step.of("copying", PairAttempt::copy)
                .doneWhen(PairAttempt::hasCopy)
                .undoneBy(PairAttempt::dropCopy)
                .planned(attempt -> actions);
    }

    private static void addReplication(List<Step<PairAttempt>> steps, PairTask task, String primary, String next) {
        steps.add(contents(task, primary, next));
        steps.add(Step.of("catching up", PairAttempt::catchUp)
                .doneWhen(PairAttempt::isPublished)
                .planned(attempt -> List.of(new PlannedAction(
                        next, "START REPLICA", "it follows " + primary + ", until it has all of it"))));
        steps.add(Step.of("comparing", PairAttempt::compare)
                .doneWhen(PairAttempt::isPublished)
                .planned(attempt -> List.of(
                        new PlannedAction(next, "SELECT CRC32(…) …", "compared with the primary, table by table"))));
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
            case StandbyReplacement replacement ->
                "it is the standby from here on; there is no way back but another replacement";
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
    public boolean isInTheWay(Operation other, T task) {
        return !(task instanceof StandbyReplacement)
                || StandbyReplacement.isBehind(other, () -> isStandbyFollowing(task));
    }

    private boolean isStandbyFollowing(T task) {
        return services.topology()
                .pair(task.pair())
                .map(pair -> PairLink.isStandbyFollowing(services, pair))
                .orElse(true);
    }

    @Override
    public PairAttempt open(T task, RunningOperation operation) throws OperationRefused {
        return new PairAttempt(services, task, operation);
    }
}
