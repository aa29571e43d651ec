package io.pinion.server.execution.fanout;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.SessionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The pipelines of a fan-out, one for each pair. Pauses those whose rows come too early. */
final class ServerPipelines {
    private final List<ServerPipeline> pipelines = new ArrayList<>();
    private int left;
    /** Some pipelines are paused because their rows come too early. */
    private boolean heldBack;

    ServerPipelines(SessionContext session, ClientStatement command, FanOutExecution fanOut, RoutePlan.FanOut plan) {
        Map<String, List<Integer>> byPair = new LinkedHashMap<>();
        for (int number = 0; number < plan.statements().size(); number++) {
            byPair.computeIfAbsent(plan.targets().get(number).pair(), pair -> new ArrayList<>())
                    .add(number);
        }
        byPair.forEach((pair, numbers) -> pipelines.add(new ServerPipeline(
                session,
                command,
                fanOut,
                plan.targets().get(numbers.getFirst()),
                numbers.stream().mapToInt(Integer::intValue).toArray())));
        left = pipelines.size();
    }

    List<ServerPipeline> first() {
        return pipelines.subList(0, 1);
    }

    List<ServerPipeline> others() {
        return pipelines.subList(1, pipelines.size());
    }

    List<ServerPipeline> all() {
        return pipelines;
    }

    /** On a copy of the list, because a pipeline may end the statement, and with it other pipelines. */
    void each(Consumer<ServerPipeline> what) {
        List.copyOf(pipelines).forEach(what);
    }

    void ended() {
        left--;
    }

    boolean haveLanded() {
        return left <= 0;
    }

    /**
     * Pauses pipelines whose rows can't be sent yet, until the awaited rows have come.
     *
     * @param awaited the statement whose rows must be sent next, or -1
     */
    void balance(int awaited) {
        if (awaited >= 0) {
            heldBack = true;
            for (ServerPipeline pipeline : pipelines) {
                if (!pipeline.asks(awaited)) {
                    pipeline.pause();
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
        for (ServerPipeline pipeline : pipelines) {
            if (awaited < 0 || pipeline.asks(awaited)) {
                pipeline.resume();
            }
        }
    }
}
