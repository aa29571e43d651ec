package io.pinion.operations.pair;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import io.pinion.operations.keyspace.NewKeyspace;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.standby.CompletedPair;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Makes pairs, gives them standbys and takes them out of the topology, for operators who ask. Thread-safe; no call
 * blocks; stages fail with a message for people.
 */
public final class PairOperations implements PairControl, AutoCloseable {
    private final OperationServices services;
    private final OperationRunner<PairCreation, PairAttempt, CompletedPair> creating;
    private final OperationRunner<StandbyAddition, PairAttempt, CompletedPair> adding;
    private final OperationRunner<StandbyReplacement, PairAttempt, CompletedPair> replacing;
    private final OperationRunner<PairRemoval, DropAttempt, PairDropped> dropping;

    public PairOperations(OperationServices services) {
        this.services = services;
        this.creating = new OperationRunner<>(PairWorkflow.creating(services), services);
        this.adding = new OperationRunner<>(PairWorkflow.adding(services), services);
        this.replacing = new OperationRunner<>(PairWorkflow.replacing(services), services);
        this.dropping = new OperationRunner<>(new DropWorkflow(services), services);
    }

    public List<OperationRunner<?, ?, ?>> runners() {
        return List.of(creating, adding, replacing, dropping);
    }

    // --- to make one

    @Override
    public CompletionStage<CompletedPair> create(PairCreation task, Optional<FirstLogin> login, String user) {
        return asked(creating, "not created: ", () -> made(creating, task, login, user));
    }

    @Override
    public CompletionStage<CompletedPair> addStandby(StandbyAddition task, Optional<FirstLogin> login, String user) {
        return asked(adding, "not added: ", () -> made(adding, task, login, user));
    }

    @Override
    public CompletionStage<CompletedPair> replaceStandby(
            ReplacementRequest request, Optional<FirstLogin> login, String user) {
        return asked(replacing, "not replaced: ", () -> made(replacing, request.in(services.topology()), login, user));
    }

    private <T extends PairTask> CompletedPair made(
            OperationRunner<T, PairAttempt, CompletedPair> runner, T task, Optional<FirstLogin> login, String user)
            throws Exception {
        try (TaskLock lock = runner.locked(task)) {
            runner.requireNoOther(task);
            Topology now = services.topology();
            Obstacle.requireNone(new PairCheck(services, now, task).names());
            Origin origin = Origin.of(user, Account.OPERATOR);
            if (login.isEmpty()) {
                return runner.begin(checked(now, task), origin, services.beginning(0), lock);
            }
            T settled = makeAccounts(now, task, login.get());
            return begunBehindAccounts(runner, settled, origin, lock);
        }
    }

    /** The task as the servers allow it. */
    @SuppressWarnings("unchecked") // a replacement stays one
    private static <T extends PairTask> T settled(Topology now, T task, PairLogins connections) throws SQLException {
        return task instanceof StandbyReplacement replace
                ? (T) new StandbyContents(now, replace).settled(connections)
                : task;
    }

    private <T extends PairTask> CompletedPair begunBehindAccounts(
            OperationRunner<T, PairAttempt, CompletedPair> runner, T task, Origin origin, TaskLock lock)
            throws OperationRefused, StoreUnavailable {
        try {
            return runner.begin(task, origin, services.beginning(0), lock);
        } catch (OperationRefused e) {
            throw new OperationRefused(
                    e.code(), e.sqlState(), e.getMessage() + "; the accounts for Pinion are made", e.leaves());
        }
    }

    /** Nothing is done before all that can be known is good. */
    private <T extends PairTask> T makeAccounts(Topology now, T task, FirstLogin login)
            throws OperationRefused, SQLException {
        FirstAccounts accounts = FirstAccounts.of(now, services.access(), login.hosts());
        try (PairLogins connections = connected(now, task, login)) {
            T settled = settled(now, task, connections);
            Obstacle.requireNone(obstacles(now, settled, connections, accounts));
            Map<ServerConnection, List<ServerAccount>> made = new LinkedHashMap<>();
            for (ServerConnection server : added(settled, connections)) {
                made.put(server, accounts.make(server));
            }
            requireAllowed(now, task, login, made);
            return settled;
        }
    }

    /** Accounts for hosts that Pinion doesn't come from are of no use, and go again. */
    private void requireAllowed(
            Topology now, PairTask task, FirstLogin login, Map<ServerConnection, List<ServerAccount>> made)
            throws OperationRefused, SQLException {
        Account operator = OperationServices.operator(now);
        AllowedHosts hosts = new AllowedHosts(login.hosts());
        List<Obstacle> found = task.added().stream()
                .flatMap(server -> hosts.objection(new ServerLogin(services.access(), server, operator)).stream())
                .map(Kind.LOGIN::of)
                .toList();
        if (!found.isEmpty()) {
            for (Map.Entry<ServerConnection, List<ServerAccount>> server : made.entrySet()) {
                FirstAccounts.drop(server.getKey(), server.getValue());
            }
            OperationRefused refused = Obstacle.refusal(found);
            throw new OperationRefused(
                    refused.code(),
                    refused.sqlState(),
                    refused.getMessage() + "; the accounts that were made for it are taken away again",
                    refused.leaves());
        }
    }

    /** By the login of Pinion's own. */
    private <T extends PairTask> T checked(Topology now, T task) throws OperationRefused, SQLException {
        Account operator = OperationServices.operator(now);
        try (PairLogins connections = PairLogins.open(
                primary(now, task),
                task.newStandby(),
                server -> new ServerLogin(services.access(), server, operator))) {
            T settled = settled(now, task, connections);
            Obstacle.requireNone(new PairCheck(services, now, settled).servers(connections, CopyControl.NONE));
            return settled;
        }
    }

    /** All that is in the way. */
    private List<Obstacle> obstacles(Topology now, PairTask task, PairLogins connections, FirstAccounts accounts)
            throws SQLException {
        List<Obstacle> found = new ArrayList<>();
        for (ServerConnection server : added(task, connections)) {
            found.addAll(accounts.obstacles(server));
        }
        // The further checks need these rights.
        return found.isEmpty() ? new PairCheck(services, now, task).servers(connections, CopyControl.NONE) : found;
    }

    /** Those that have no accounts of Pinion's yet. */
    private static List<ServerConnection> added(PairTask task, PairLogins connections) {
        return Stream.concat(
                        task.newPrimary().map(server -> connections.primary()).stream(), connections.standby().stream())
                .toList();
    }

    /** The primary of a pair that is there has Pinion's accounts already. */
    private PairLogins connected(Topology now, PairTask task, FirstLogin login) throws OperationRefused {
        Account operator = OperationServices.operator(now);
        Function<Server, ServerLogin> logins = server -> task.added().contains(server)
                ? login.on(server, services.access())
                : new ServerLogin(services.access(), server, operator);
        return PairLogins.open(primary(now, task), task.newStandby(), logins);
    }

    private static Server primary(Topology now, PairTask task) throws OperationRefused {
        Optional<Server> primary = task.newPrimary();
        return primary.isPresent()
                ? primary.get()
                : OperationServices.pair(now, task.pair()).primary();
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainCreate(PairCreation task, Optional<FirstLogin> login) {
        return asked(creating, "it would be refused: ", () -> planned(creating, task, login));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainAddStandby(StandbyAddition task, Optional<FirstLogin> login) {
        return asked(adding, "it would be refused: ", () -> planned(adding, task, login));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainReplacement(
            ReplacementRequest request, Optional<FirstLogin> login) {
        return asked(
                replacing, "it would be refused: ", () -> planned(replacing, request.in(services.topology()), login));
    }

    private <T extends PairTask> List<PlannedAction> planned(
            OperationRunner<T, PairAttempt, CompletedPair> runner, T task, Optional<FirstLogin> login)
            throws Exception {
        Topology now = services.topology();
        runner.requireNoOther(task);
        runner.requireNoneRuns(task);
        Obstacle.requireNone(new PairCheck(services, now, task).names());
        List<PlannedAction> actions = new ArrayList<>();
        T settled;
        if (login.isPresent()) {
            FirstAccounts accounts =
                    FirstAccounts.of(now, services.access(), login.get().hosts());
            try (PairLogins connections = connected(now, task, login.get())) {
                settled = settled(now, task, connections);
                Obstacle.requireNone(obstacles(now, settled, connections, accounts));
                added(settled, connections).forEach(server -> actions.addAll(accounts.plan(server)));
            }
        } else {
            settled = checked(now, task);
        }
        actions.addAll(runner.explain(settled, Origin.of("", Account.OPERATOR)));
        return actions;
    }

    // --- to drop one

    @Override
    public CompletionStage<PairDropped> drop(PairRemoval task, String user) {
        return asked(dropping, "not dropped: ", () -> {
            requireThere(task);
            try (TaskLock lock = dropping.locked(task)) {
                requireUnused(task);
                return dropping.begin(task, Origin.of(user, Account.OPERATOR), services.beginning(0), lock);
            }
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainDrop(PairRemoval task) {
        return asked(dropping, "it would be refused: ", () -> {
            requireThere(task);
            requireUnused(task);
            return dropping.explain(task, Origin.of("", Account.OPERATOR));
        });
    }

    private Pair requireThere(PairRemoval task) throws OperationRefused {
        Topology now = services.topology();
        return now.pair(task.pair())
                .orElseThrow(() -> Obstacle.refusal(List.of(Kind.UNKNOWN.of(UnknownName.pair(now, task.pair())))));
    }

    /** Whoever makes shards locks their keyspace, and not the pair that they shall be on. */
    private void requireUnused(PairRemoval task) throws Exception {
        dropping.requireNoOther(task);
        for (Operation other : services.journal().list()) {
            if (!other.progress().state().isOver() && makesShardsOn(task.pair(), other.task())) {
                throw OperationRunner.unfinished(other);
            }
        }
    }

    private static boolean makesShardsOn(String pair, Task other) {
        return switch (other) {
            case Task.Opening opening -> opening.pair().equals(pair);
            case NewKeyspace keyspace -> keyspace.shape().pairs().contains(pair);
            default -> false;
        };
    }

    // --- all

    /** @param how what a refusal begins with */
    private static <V> CompletionStage<V> asked(OperationRunner<?, ?, ?> runner, String how, Callable<V> work) {
        return runner.ask(() -> {
            try {
                return work.call();
            } catch (OperationRefused e) {
                throw new OperationRefused(e.code(), e.sqlState(), how + e.getMessage(), e.leaves());
            } catch (SQLException e) {
                throw new OperationRefused(how + "a server can't be asked: " + e.getMessage());
            }
        });
    }

    @Override
    public void close() {
        creating.close();
        adding.close();
        replacing.close();
        dropping.close();
    }
}
