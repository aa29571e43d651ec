package io.pinion.operations.pair;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RequestKind;
import io.pinion.operations.engine.RequestKind.Work;
import io.pinion.operations.engine.RequestedOperations;
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
import java.util.function.Function;
import java.util.stream.Stream;

/** Makes pairs, gives them standbys and takes them out of the topology, for operators who ask. Thread-safe. */
public final class PairOperations implements RequestedOperations {
    public static final OperationDefinition DEFINITION =
            new OperationDefinition(PairStatements.ALL, PairOperations::new);

    private final OperationServices services;
    private final OperationRunner<PairRemoval, DropAttempt, PairDropped> dropping;
    private final List<RequestKind<?, ?>> kinds;

    public PairOperations(OperationServices services) {
        this.services = services;
        this.dropping = new OperationRunner<>(new DropWorkflow(services), services);
        OperationRunner<PairCreation, PairAttempt, CompletedPair> creating =
                new OperationRunner<>(PairWorkflow.creating(services), services);
        OperationRunner<StandbyReplacement, PairAttempt, CompletedPair> replacing =
                new OperationRunner<>(PairWorkflow.replacing(services), services);
        this.kinds = List.of(
                giving(PairRequest.Creation.class, creating, "not created: "),
                giving(PairRequest.Addition.class, replacing, "not added: "),
                giving(ReplacementRequest.class, replacing, "not replaced: "),
                new RequestKind<>(
                        PairRemoval.class,
                        dropping,
                        "not dropped: ",
                        asking(this::dropped),
                        asking((task, user) -> plannedDrop(task))));
    }

    private <R extends PairRequest<T>, T extends PairTask> RequestKind<R, CompletedPair> giving(
            Class<R> asked, OperationRunner<T, PairAttempt, CompletedPair> runner, String not) {
        return new RequestKind<>(
                asked,
                runner,
                not,
                asking((request, user) -> made(runner, request, user)),
                asking((request, user) -> planned(runner, request)));
    }

    private static <R, V> Work<R, V> asking(Work<R, V> work) {
        return (request, user) -> {
            try {
                return work.on(request, user);
            } catch (SQLException e) {
                String why = "a server can't be asked: " + e.getMessage();
                throw ServerConnection.isLost(e)
                        ? Obstacle.refusal(List.of(Kind.UNREACHABLE.of(why)))
                        : new OperationRefused(why);
            }
        };
    }

    @Override
    public List<RequestKind<?, ?>> kinds() {
        return kinds;
    }

    // --- to make one

    private <T extends PairTask> CompletedPair made(
            OperationRunner<T, PairAttempt, CompletedPair> runner, PairRequest<T> request, String user)
            throws Exception {
        T task = request.task(services.topology());
        try (TaskLock lock = runner.locked(task)) {
            runner.requireNoOther(task);
            Topology now = services.topology();
            Obstacle.requireNone(new PairCheck(services, now, task).names());
            Origin origin = Origin.of(user, Account.OPERATOR);
            if (request.login().isEmpty()) {
                return runner.begin(checked(now, task), origin, services.beginning(0), lock);
            }
            T settled = makeAccounts(now, task, request.login().get());
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
            throw e.told(e.getMessage() + "; the accounts for Pinion are made");
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
            throw refused.told(refused.getMessage() + "; the accounts that were made for it are taken away again");
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
            Obstacle.requireNone(
                    new PairCheck(services, now, settled).serversAndAccounts(connections, CopyControl.NONE));
            return settled;
        }
    }

    /** All that is in the way. */
    private List<Obstacle> obstacles(Topology now, PairTask task, PairLogins connections, FirstAccounts accounts)
            throws SQLException, OperationRefused {
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

    private <T extends PairTask> List<PlannedAction> planned(
            OperationRunner<T, PairAttempt, CompletedPair> runner, PairRequest<T> request) throws Exception {
        Topology now = services.topology();
        T task = request.task(now);
        Optional<FirstLogin> login = request.login();
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

    private PairDropped dropped(PairRemoval task, String user) throws Exception {
        requireThere(task);
        try (TaskLock lock = dropping.locked(task)) {
            requireUnused(task);
            return dropping.begin(task, Origin.of(user, Account.OPERATOR), services.beginning(0), lock);
        }
    }

    private List<PlannedAction> plannedDrop(PairRemoval task) throws Exception {
        requireThere(task);
        requireUnused(task);
        return dropping.explain(task, Origin.of("", Account.OPERATOR));
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
}
