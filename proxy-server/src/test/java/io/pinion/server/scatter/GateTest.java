package io.pinion.server.scatter;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.pinion.protocol.server.ServerError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final int PER_SERVER = 2;
    private static final int MAX_RUNNING = 4;
    private static final long WAIT_MILLIS = 1_000;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Gate gate = new Gate("statements", MAX_RUNNING, PER_SERVER, WAIT_MILLIS);
    private final List<String> told = new ArrayList<>();
    private final List<ServerError> refused = new ArrayList<>();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void letsInWhereThereIsRoom() {
        assertThat(enter("first", Map.of("a", 1, "b", 1)).isInside()).isTrue();
        assertThat(enter("second", Map.of("a", 1)).isInside()).isTrue();
        assertThat(enter("third", Map.of("a", 1)).isInside()).isFalse();
        channel.runPendingTasks();
        assertThat(told).isEmpty();
    }

    @Test
    void takesWhatThereIsForWhoNeedsMore() {
        assertThat(enter("greedy", Map.of("a", PER_SERVER + 1)).isInside()).isTrue();
        assertThat(enter("next", Map.of("a", 1)).isInside()).isFalse();
    }

    @Test
    void isPassedOnlyByThoseWhoWantToGoElsewhere() {
        Gate.Ticket inside = enter("inside", Map.of("a", 2));
        Gate.Ticket both = enter("both", Map.of("a", 1, "b", 1));
        Gate.Ticket overtaking = enter("overtaking", Map.of("b", 1));
        assertThat(enter("elsewhere", Map.of("c", 1)).isInside()).isTrue();
        assertThat(both.isInside()).isFalse();
        assertThat(overtaking.isInside()).isFalse();

        inside.leave();
        channel.runPendingTasks();
        assertThat(told).containsExactly("both", "overtaking");
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void goesOnWhenOneInLineLeaves() {
        enter("inside", Map.of("a", 2));
        Gate.Ticket both = enter("both", Map.of("a", 1, "b", 1));
        enter("behind", Map.of("b", 1));

        both.leave();
        both.leave();
        channel.runPendingTasks();
        assertThat(told).containsExactly("behind");
        assertThat(enter("another", Map.of("b", 1)).isInside()).isTrue();
    }

    @Test
    void letsInNoMoreThanMayRun() {
        List<Gate.Ticket> tickets = new ArrayList<>();
        for (int i = 0; i <= MAX_RUNNING; i++) {
            tickets.add(enter("statement " + i, Map.of("server " + i, 1)));
        }
        assertThat(gate.running()).isEqualTo(MAX_RUNNING);
        assertThat(tickets.getLast().isInside()).isFalse();

        tickets.getFirst().leave();
        channel.runPendingTasks();
        assertThat(told).containsExactly("statement " + MAX_RUNNING);
    }

    @Test
    void refusesWhoeverWaitedInVain() {
        enter("inside", Map.of("a", 2));
        enter("patient", Map.of("a", 1, "b", 1));
        channel.advanceTimeBy(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(refused).hasSize(1);
        assertThat(refused.getFirst().message()).contains("waited 1000 ms", "1 wait (");
        assertThat(gate.waiting()).isZero();
        assertThat(enter("later", Map.of("b", 2)).isInside()).isTrue();
    }

    /** Whoever comes is let in by what is counted, whoever waits by looking at the whole line: both must agree. */
    @Test
    void servesTheLineAsIfItLookedAtAllOfItEachTime() {
        Random random = new Random(4);
        List<Gate.Ticket> tickets = new ArrayList<>();
        List<Map<String, Integer>> wanted = new ArrayList<>();
        List<Integer> inside = new ArrayList<>();
        List<Integer> line = new ArrayList<>();
        for (int step = 0; step < 500; step++) {
            boolean leaves = !tickets.isEmpty() && random.nextInt(5) < 2;
            if (leaves) {
                Integer leaving = random.nextInt(tickets.size());
                tickets.get(leaving).leave();
                inside.remove(leaving);
                line.remove(leaving);
            } else {
                Map<String, Integer> servers = new HashMap<>();
                for (int i = 0; i <= random.nextInt(3); i++) {
                    servers.put("server " + random.nextInt(4), 1 + random.nextInt(PER_SERVER));
                }
                line.add(tickets.size());
                wanted.add(servers);
                tickets.add(enter("", servers));
            }
            serve(line, inside, wanted);
            for (int ticket = 0; ticket < tickets.size(); ticket++) {
                assertThat(tickets.get(ticket).isInside())
                        .as("after step %s", step)
                        .isEqualTo(inside.contains(ticket));
            }
            assertThat(gate.waiting()).isEqualTo(line.size());
        }
    }

    private static void serve(List<Integer> line, List<Integer> inside, List<Map<String, Integer>> wanted) {
        Map<String, Integer> left = new HashMap<>();
        inside.forEach(
                ticket -> wanted.get(ticket).forEach((server, count) -> left.merge(server, count, Integer::sum)));
        for (Integer ticket : List.copyOf(line)) {
            boolean room = inside.size() < MAX_RUNNING
                    && wanted.get(ticket).entrySet().stream()
                            .allMatch(
                                    server -> left.getOrDefault(server.getKey(), 0) + server.getValue() <= PER_SERVER);
            if (room) {
                inside.add(ticket);
                line.remove(ticket);
            }
            // Nobody behind it may take what it waits for.
            wanted.get(ticket).forEach((server, count) -> left.merge(server, room ? count : PER_SERVER, Integer::sum));
        }
    }

    private Gate.Ticket enter(String name, Map<String, Integer> servers) {
        return gate.enter(servers, channel.eventLoop(), () -> told.add(name), refused::add);
    }
}
