package io.pinion.routing.planner.gather;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the server that gathers rows: the one with most of the shards to read. Used once. */
final class GatherPlace {
    private final Map<String, Target> databases = new LinkedHashMap<>();
    private final Map<String, Integer> shards = new LinkedHashMap<>();

    void isRead(RoutePlan plan) {
        switch (plan) {
            case RoutePlan.FanOut fanOut -> fanOut.targets().forEach(this::isRead);
            case RoutePlan.SingleShard single -> isRead(single.target());
            default -> {}
        }
    }

    private void isRead(Target target) {
        databases.putIfAbsent(target.pair(), target);
        shards.merge(target.pair(), 1, Integer::sum);
    }

    /**
     * A database on the server; empty when no shard is read.
     *
     * @param session the session's fixed number, by which sessions are spread over servers with equally many shards
     */
    Optional<Target> place(long session) {
        int most = shards.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        List<Target> equals = databases.values().stream()
                .filter(target -> shards.getOrDefault(target.pair(), 0) == most)
                .toList();
        return equals.isEmpty()
                ? Optional.empty()
                : Optional.of(equals.get((int) Long.remainderUnsigned(session, equals.size())));
    }
}
