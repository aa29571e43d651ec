package io.pinion.operations.standby;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt to replace a standby, from wherever another one has ended. Blocks. */
final class StandbyAttempt implements Attempt<CompletedPair> {
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

    private final OperationServices services;
    private final Task.StandbyReplacement task;
    private final RunningOperation operation;
    private final TopologyChange change;
    private final long begun = System.nanoTime();
    private Topology topology;
    private @Nullable NewStandby next;
    private String note = "";

    StandbyAttempt(
            OperationServices services, Topology topology, Task.StandbyReplacement task, RunningOperation operation) {
        this.services = services;
        this.topology = topology;
        this.task = task;
        this.operation = operation;
        this.change = TopologyChange.of(services, operation);
    }

    private String resume() {
        return "RESUME OPERATION " + operation.number();
    }

    private Pair pair() throws OperationRefused {
        return OperationServices.pair(topology, task.pair());
    }

    private Server server() throws OperationRefused {
        return topology.server(task.with())
                .orElseThrow(() -> new OperationRefused("the topology has no server " + task.with()));
    }

    /** The server that becomes the standby. */
    private NewStandby next() throws OperationRefused {
        if (next == null) {
            next = new NewStandby(services, operation, topology, pair(), server());
        }
        return next;
    }

    // --- how far it is

    /** A promotion by force may have made the new standby the primary before both followed each other. */
    @Override
    public Optional<String> isOver() {
        if (isPrimary()) {
            note = task.with()
                    + " is the primary of the pair by now, which needs a standby that follows it (SHOW PAIRS)";
            return Optional.of(note);
        }
        return Optional.empty();
    }

    private boolean isPrimary() {
        return topology.pair(task.pair())
                .filter(pair -> pair.primary().name().equals(task.with()))
                .isPresent();
    }

    boolean isStandby() throws OperationRefused {
        return pair().standby().map(Server::name).filter(task.with()::equals).isPresent();
    }

    boolean mayHaveCopied() {
        return operation.noted(NewStandby.COPIED).isPresent();
    }

    boolean hasCopy() throws OperationRefused, SQLException {
        return isStandby() || (mayHaveCopied() && next().hasCopy());
    }

    // --- the new server gets everything

    void check() throws OperationRefused, SQLException {
        requireRoles();
        next().requireGood(false);
    }

    private void requireRoles() throws OperationRefused {
        NewServerCheck.unused(topology, task.with());
        if (!pair().standby().map(Server::name).orElse("").equals(task.old())) {
            throw new OperationRefused(
                    "pair " + task.pair() + " has another standby by now (SHOW PAIRS): CANCEL OPERATION "
                            + operation.number() + ", and look which server shall be replaced");
        }
    }

    void copy() throws OperationRefused, SQLException {
        if (mayHaveCopied()) {
            requireRoles();
        }
        next().copy();
    }

    void catchUp() throws OperationRefused, SQLException {
        requireRoles();
        next().catchUp();
    }

    void compare() throws OperationRefused, SQLException {
        next().compare();
    }

    // --- it takes the place

    void publish() throws OperationRefused {
        Server with = server();
        String primaryName = pair().primary().name();
        topology = change.store(
                before -> replaced(before, with, primaryName),
                now -> now.pair(task.pair())
                        .filter(pair -> pair.has(with.name()))
                        .isPresent(),
                "somebody else has changed pair " + task.pair()
                        + " in the topology meanwhile: look at it (SHOW PAIRS) before you resume or cancel");
    }

    private Topology replaced(Topology before, Server with, String primaryName) {
        boolean free = before.server(with.name()).filter(with::equals).isPresent()
                && before.pairs().values().stream().noneMatch(each -> each.has(with.name()));
        return before.pair(task.pair())
                .filter(there -> free
                        && there.primary().name().equals(primaryName)
                        && there.standby().map(Server::name).orElse("").equals(task.old()))
                .map(there -> before.withPair(new Pair(there.name(), there.primary(), Optional.of(with), there.held())))
                .orElse(before);
    }

    /** Each follows the other, and the old standby nobody. */
    void join() throws OperationRefused, SQLException {
        next().letPrimaryFollow();
        Optional<Server> old = topology.server(task.old());
        if (old.isEmpty()) {
            return;
        }
        try (ServerConnection left = next().login(old.get()).open(LONGEST_ANSWER)) {
            left.forgetSource();
        } catch (SQLException e) {
            note = task.old() + " can't be told to follow no more: keep it off, or let it forget its source ("
                    + e.getMessage() + ")";
        }
    }

    @Override
    public CompletedPair answer() throws OperationRefused {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        int databases = next == null ? 0 : next.databases();
        long rows = next == null ? 0 : next.rows();
        return new CompletedPair(pair(), databases, rows, took, topology.generation(), note);
    }

    @Override
    public String note() {
        return note;
    }

    // --- the way back

    /** Whoever was about to publish the new standby can't any more. */
    void requireUnpublished() throws OperationRefused {
        topology = change.outdateOlderWriters();
        for (Pair pair : topology.pairs().values()) {
            if (pair.has(task.with())) {
                throw new OperationRefused(
                        task.with() + " is a server of pair " + pair.name() + " already: " + resume() + " ends it");
            }
        }
    }

    void dropCopy() throws OperationRefused, SQLException {
        if (!mayHaveCopied() || topology.server(task.with()).isEmpty()) {
            return;
        }
        requireUnpublished();
        if (!next().drop()) {
            note = NewStandby.LEFT_OVER;
        }
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedChecks() throws OperationRefused, SQLException {
        check();
        return List.of(new PlannedAction(
                String.valueOf(next().next()),
                "SELECT …",
                "it is empty, fenced and set as the primary is; its accounts log in"));
    }

    List<PlannedAction> plannedCopy() throws OperationRefused, SQLException {
        return next().plannedCopy();
    }

    List<PlannedAction> plannedFollowing() throws OperationRefused, SQLException {
        return List.of(new PlannedAction(
                String.valueOf(next().next()),
                "START REPLICA",
                "it follows " + next().primary() + ", until it has all of it"));
    }

    List<PlannedAction> plannedJoining() throws OperationRefused, SQLException {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(
                new PlannedAction(String.valueOf(next().primary()), "START REPLICA", "it follows " + next().next()));
        if (!task.old().isEmpty()) {
            actions.add(new PlannedAction(
                    task.old(), "STOP REPLICA; RESET REPLICA ALL", "it follows nobody any more, and is kept as it is"));
        }
        return actions;
    }

    @Override
    public void close() {
        if (next != null) {
            next.close();
        }
    }
}
