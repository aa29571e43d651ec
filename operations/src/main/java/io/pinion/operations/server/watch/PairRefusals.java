package io.pinion.operations.server.watch;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.replication.MoveChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Why a promotion of the pair by plan, or a move of shards from or to it, would be refused now. The operations
 * themselves ask the servers; this is what their last reports tell already.
 *
 * @param down whether a server doesn't answer; one that hasn't been asked yet, as when this proxy has just started, isn't
 */
public record PairRefusals(PairHealth health, Predicate<Server> down) {
    /** A promotion waits for a standby that is a little behind, and gives up on one that stays so. */
    private static final Duration TOO_FAR_BEHIND = Duration.ofSeconds(1);

    /** Why the standby can't become the primary by plan; empty when it can. */
    public List<String> ofPromotion() {
        Pair pair = health.pair();
        if (pair.standby().isEmpty()) {
            return List.of("it has no standby");
        }
        Server standby = pair.standby().get();
        List<String> reasons = new ArrayList<>();
        if (!ofContact(reasons)) {
            notFollowing(standby).ifPresent(reasons::add);
            PairHealth.notFollowing(pair.primary(), health.primary(), standby, health.standby())
                    .ifPresent(reasons::add);
        }
        if (takesWrites(health.primary()) && takesWrites(health.standby())) {
            reasons.add("both servers take writes");
        }
        if (!health.standing().lostOwn().isEmpty()) {
            reasons.add(standby.name() + " has lost what it has written as the primary");
        }
        // A hold is no reason: PROMOTE goes on with it.
        health.lag()
                .filter(lag -> lag.time().compareTo(TOO_FAR_BEHIND) >= 0)
                .map(Lag::text)
                .ifPresent(behind -> reasons.add(standby.name() + " is behind, by " + behind));
        return reasons;
    }

    /** Why no shards can move from or to the pair; empty when they can. */
    public List<String> ofMove() {
        Pair pair = health.pair();
        List<String> reasons = new ArrayList<>();
        if (!ofContact(reasons)) {
            pair.standby().flatMap(this::notFollowing).ifPresent(reasons::add);
        }
        if (health.primary().filter(ServerReport::fenced).isPresent() && !pair.held()) {
            reasons.add(pair.primary().name() + " is fenced");
        }
        if (pair.held()) {
            reasons.add("its statements are held");
        }
        health.primary()
                .map(ServerReport::settings)
                .orElse(List.of())
                .forEach(setting -> reasons.add("on " + pair.primary().name() + ", " + setting));
        List<String> channels = health.primary().map(ServerReport::channels).orElse(List.of()).stream()
                .map(MoveChannel::name)
                .toList();
        if (!channels.isEmpty()) {
            reasons.add(pair.primary().name() + " follows another pair on " + String.join(", ", channels));
        }
        return reasons;
    }

    /** Whether a server is silent, which is why its partner doesn't follow it. */
    private boolean ofContact(List<String> reasons) {
        if (health.primary().isEmpty() && down.test(health.pair().primary())) {
            reasons.add(silent(health.pair().primary()));
        }
        if (health.standby().isEmpty()) {
            health.pair().standby().filter(down).map(PairRefusals::silent).ifPresent(reasons::add);
        }
        return !reasons.isEmpty();
    }

    private static String silent(Server server) {
        return server.name() + " doesn't answer";
    }

    private Optional<String> notFollowing(Server standby) {
        return PairHealth.notFollowing(standby, health.standby(), health.pair().primary(), health.primary());
    }

    private static boolean takesWrites(Optional<ServerReport> report) {
        return report.filter(said -> !said.fenced()).isPresent();
    }
}
