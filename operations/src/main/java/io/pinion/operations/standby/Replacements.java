package io.pinion.operations.standby;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Replaces standbys for operators who ask. Thread-safe; no call blocks; stages fail with a message for people. */
public final class Replacements implements AutoCloseable {
    private final OperationServices services;
    private final OperationRunner<Task.StandbyReplacement, StandbyAttempt, CompletedPair> runner;

    public Replacements(OperationServices services) {
        this.services = services;
        this.runner = new OperationRunner<>(new StandbyWorkflow(services), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    /** Gives a pair another standby: completed when it has it, which takes as long as to copy all that the pair has. */
    public CompletionStage<CompletedPair> replace(String pair, String with, String user) {
        return runner.ask(() -> {
            try {
                return replaced(pair, with, user);
            } catch (OperationRefused e) {
                throw new OperationRefused("not replaced: " + e.getMessage());
            }
        });
    }

    private CompletedPair replaced(String pair, String with, String user) throws Exception {
        Topology now = services.topology();
        Pair found = OperationServices.pair(now, pair);
        Optional<Server> own = Rejoining.standby(found, with);
        Task.StandbyReplacement task = task(now, found, with, own);
        try (TaskLock lock = runner.locked(task)) {
            if (!services.topology().pair(pair).equals(now.pair(pair))) {
                throw new OperationRefused("pair " + pair + " has just changed: look at it (SHOW PAIRS)");
            }
            runner.requireNoOther(task);
            return own.isPresent()
                    ? rejoined(now, found, own.get())
                    : runner.begin(task, Origin.of(user, Account.OPERATOR), services.beginning(0), lock);
        }
    }

    private static Task.StandbyReplacement task(Topology now, Pair pair, String with, Optional<Server> own)
            throws OperationRefused {
        if (own.isEmpty()) {
            NewServerCheck.unused(now, with);
        }
        return new Task.StandbyReplacement(
                pair.name(), pair.standby().map(Server::name).orElse(""), with);
    }

    private CompletedPair rejoined(Topology now, Pair pair, Server standby) throws OperationRefused {
        PairLink link = new PairLink(
                services.access(),
                now,
                services.operator(),
                "REPLACE STANDBY " + pair.name() + " WITH " + standby.name() + " again");
        try {
            return new Rejoining(link, pair, standby, now.generation()).run();
        } catch (SQLException e) {
            throw new OperationRefused("a server can't be asked: " + e.getMessage());
        }
    }

    /** What a replacement would do, after the checks with which it begins. */
    public CompletionStage<List<PlannedAction>> explain(String pair, String with) {
        return runner.explained(() -> {
            Topology now = services.topology();
            Pair found = OperationServices.pair(now, pair);
            return runner.explain(task(now, found, with, Optional.empty()), Origin.of("", Account.OPERATOR));
        });
    }

    @Override
    public void close() {
        runner.close();
    }
}
