package io.pinion.operations.mapping;

import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.mapping.MappingTask.Repair;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One attempt to look at all links of a mapping, some shards at a time. Blocks; for one thread. */
record MappingAttempt(OperationServices services, MappingTask task, RunningOperation operation)
        implements Attempt<Done> {
    /** Their faults are asked of the primaries together, and an attempt that breaks off looks at them again. */
    private static final int SHARDS_AT_ONCE = 256;

    /** Refused when the topology doesn't fit the task, or a standby can't be read. */
    void check() throws OperationRefused, SQLException {
        LinkRules rules = new LinkRules(task, services.topology());
        ServersOfPairs.requireClose(services, rules);
        if (task.repair() == Repair.ADD_MISSING) {
            try (ServersOfPairs connections = new ServersOfPairs(services, services.topology())) {
                new LinkKinds(rules, connections).requireOpposite();
            }
        }
    }

    boolean isDone() throws OperationRefused {
        return left().isEmpty();
    }

    /** The open shards that are to be looked at yet. */
    private List<Integer> left() throws OperationRefused {
        return new LinkRules(task, services.topology())
                .shards().stream()
                        .filter(shard -> !operation.progress().done().has(shard))
                        .toList();
    }

    void compare() throws OperationRefused, SQLException {
        List<Integer> left = left();
        operation.update(progress -> progress.withTotal(progress.done().size() + left.size()));
        List<String> pairs = new LinkRules(task, services.topology()).pairs();
        try (LinkPace pace = LinkPace.of(services, operation, pairs)) {
            for (int first = 0; first < left.size(); first += SHARDS_AT_ONCE) {
                look(left.subList(first, Math.min(left.size(), first + SHARDS_AT_ONCE)), pace);
            }
        }
    }

    /** What was found and the shards where it was go into the journal together. */
    private void look(List<Integer> shards, LinkPace pace) throws OperationRefused, SQLException {
        FaultTally tally = new FaultTally();
        try (ServersOfPairs connections = new ServersOfPairs(services, services.topology())) {
            LinkRules rules = new LinkRules(task, connections.topology());
            LinkReading reading = new LinkReading(task, rules, connections, operation, pace, tally);
            for (int shard : shards) {
                reading.read(shard);
            }
            reading.end();
        }
        operation.later(before -> {
            Progress progress = tally.on(before);
            for (int shard : shards) {
                progress = progress.withDone(shard);
            }
            return progress;
        });
        operation.tellNowAndThen(FaultTally.words(operation.progress()));
    }

    // --- what EXPLAIN shows

    List<PlannedAction> planned() throws OperationRefused {
        LinkRules rules = new LinkRules(task, services.topology());
        List<PlannedAction> actions = new ArrayList<>();
        for (ShardRange range : rules.keyspace().ranges().ranges()) {
            actions.add(new PlannedAction(
                    "standby of " + range.pair(),
                    LinkReading.query(rules, range.first()),
                    (range.size() == 1 ? "shard " + range.first() : "the same in shards to " + range.last())
                            + "; each link is looked for at its other end"));
        }
        actions.add(new PlannedAction(
                "primaries",
                "",
                "what looks wrong is asked again, after "
                        + LinkReading.PAUSES.stream()
                                .map(pause -> Long.toString(pause.toSeconds()))
                                .collect(Collectors.joining(" s and "))
                        + " s more, and must be wrong each time"));
        if (task.repair() != Repair.NONE) {
            actions.add(new PlannedAction(
                    "primaries",
                    task.repair() == Repair.ADD_MISSING
                            ? "INSERT INTO " + task.opposite()
                            : "DELETE FROM " + task.table(),
                    "a link that is still wrong when its rows are locked"));
        }
        return actions;
    }

    // --- its end

    @Override
    public Done answer() {
        return Done.of(operation.number(), 0, note());
    }

    @Override
    public String note() {
        return FaultTally.report(operation.progress());
    }
}
