package io.pinion.server.execution;

import io.pinion.routing.plan.RoutePlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The lanes of a fan-out, one for each pair of servers, and which of them wait for others. */
final class FanOutLanes {
    private final List<ShardLane> lanes = new ArrayList<>();
    private int left;
    /** Some are paused because their rows come too early. */
    private boolean heldBack;

    FanOutLanes(SessionContext session, ClientStatement command, FanOutExecution fanOut, RoutePlan.FanOut plan) {
        Map<String, List<Integer>> byPair = new LinkedHashMap<>();
        for (int number = 0; number < plan.statements().size(); number++) {
            byPair.computeIfAbsent(plan.targets().get(number).pair(), pair -> new ArrayList<>())
                    .add(number);
        }
        byPair.forEach((pair, numbers) -> lanes.add(new ShardLane(
                session,
                command,
                fanOut,
                plan.targets().get(numbers.getFirst()),
                numbers.stream().mapToInt(Integer::intValue).toArray())));
        left = lanes.size();
    }

    List<ShardLane> first() {
        return lanes.subList(0, 1);
    }

    List<ShardLane> others() {
        return lanes.subList(1, lanes.size());
    }

    List<ShardLane> all() {
        return lanes;
    }

    /** What a lane does may end the statement, and with it other lanes. */
    void each(Consumer<ShardLane> what) {
        List.copyOf(lanes).forEach(what);
    }

    void landed() {
        left--;
    }

    boolean haveLanded() {
        return left <= 0;
    }

    /**
     * Those whose rows can't be told yet wait for those that have the rows that must be told first.
     *
     * @param awaited the statement whose rows others wait for, or -1
     */
    void balance(int awaited) {
        if (awaited >= 0) {
            heldBack = true;
            for (ShardLane lane : lanes) {
                if (!lane.asks(awaited)) {
                    lane.pause();
                }
            }
        }
        if (heldBack) {
            resume(awaited);
        }
    }

    /** The client reads again. */
    void resume(int awaited) {
        heldBack = awaited >= 0;
        for (ShardLane lane : lanes) {
            if (awaited < 0 || lane.asks(awaited)) {
                lane.resume();
            }
        }
    }
}
