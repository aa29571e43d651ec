package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.Pair;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.watch.ServerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a pair with a silent primary may be promoted without an operator. Decided without I/O; each objection is a
 * sentence for the operator.
 */
public final class AutomaticDecision {
    /** The shortest time between two automatic promotions of a pair, so that it can't go to and fro. */
    public static final Duration AGAIN_AFTER = Duration.ofMinutes(10);

    private static final int FEWEST = 2;

    private AutomaticDecision() {}

    /**
     * The objection if too few proxies find the primary silent, or if one of them takes no part in automatic promotions
     * and so would keep using the primary; otherwise empty.
     */
    public static Optional<String> objectionOf(List<RegisteredProxy> proxies, String primary) {
        List<String> others = proxies.stream()
                .filter(proxy -> proxy.silent().isEmpty())
                .map(RegisteredProxy::name)
                .toList();
        if (!others.isEmpty()) {
            return Optional.of("proxy " + String.join(", ", others)
                    + " takes no part in automatic promotions, so that it would go on writing to " + primary
                    + " when it is cut off: set pairs.promote_automatically on all proxies");
        }
        long agreeing = proxies.stream()
                .filter(proxy -> proxy.silent().orElseThrow().contains(primary))
                .count();
        return agreeing >= FEWEST && 2 * agreeing > proxies.size()
                ? Optional.empty()
                : Optional.of(agreeing + " of " + proxies.size() + " proxies don't reach " + primary
                        + ", and more than half of them, at least " + FEWEST + ", must say so");
    }

    /** The objection from the state of the pair, as far as one proxy sees it. */
    public static Optional<String> objectionOf(SilentPrimary silent) {
        Pair pair = silent.pair();
        if (pair.standby().isEmpty()) {
            return Optional.of("the pair has no standby");
        }
        String standby = pair.standby().get().name();
        if (pair.held()) {
            return Optional.of("statements for the pair are held already (SHOW OPERATIONS)");
        }
        if (silent.standby().isEmpty()) {
            return Optional.of("the standby " + standby + " doesn't answer either");
        }
        ServerReport report = silent.standby().get();
        if (!report.fenced()) {
            return Optional.of(
                    "the standby " + standby + " takes writes already, so that nobody knows which rows it has");
        }
        if (!report.replication().filter(ReplicationHealth::configured).isPresent()) {
            return Optional.of("the standby " + standby + " doesn't follow "
                    + pair.primary().name());
        }
        if (!report.replication().filter(ReplicationHealth::applying).isPresent()) {
            return Optional.of("the standby " + standby + " doesn't apply what it has received");
        }
        return silent.followedClosely()
                ? Optional.empty()
                : Optional.of("this proxy hasn't seen the standby " + standby + " follow closely until "
                        + pair.primary().name() + " fell silent, so that much may be missing there");
    }

    /** The objection from earlier operations on the pair. */
    public static Optional<String> objectionOf(List<Operation> journal, SilentPrimary silent, Instant now) {
        Pair pair = silent.pair();
        for (Operation operation : journal) {
            if (operation.touches(LockNames.ofPair(pair.name()))) {
                Optional<String> objection = objectionOf(operation, silent.since(), now);
                if (objection.isPresent()) {
                    return objection;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> objectionOf(Operation operation, Instant silentSince, Instant now) {
        State state = operation.progress().state();
        if (!state.isOver()) {
            return Optional.of(operation.name() + " on the pair isn't over: SHOW OPERATIONS");
        }
        boolean automatic = operation.task() instanceof Promotion promotion && promotion.manner() == Manner.AUTOMATIC;
        Instant begun = operation.origin().started();
        if (automatic && state != State.DONE && begun.isAfter(silentSince)) {
            return Optional.of(operation.name() + " has failed, and isn't tried again by itself: "
                    + operation.progress().error());
        }
        if (automatic && begun.plus(AGAIN_AFTER).isAfter(now)) {
            return Optional.of(operation.name() + " was begun at " + begun
                    + ", and a pair is promoted automatically once in " + AGAIN_AFTER.toMinutes() + " minutes at most");
        }
        return Optional.empty();
    }

    /** The proxies that don't hold the pair's statements yet, in a sentence; empty when all do. */
    static Optional<String> notHolding(List<RegisteredProxy> proxies, long held) {
        List<RegisteredProxy> late =
                proxies.stream().filter(proxy -> proxy.adopted() < held).toList();
        return late.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "proxy " + late.stream().map(RegisteredProxy::name).collect(Collectors.joining(", "))
                                + " doesn't hold statements for the pair, topology generation " + held);
    }
}
