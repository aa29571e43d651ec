package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An application that is imported, goes back and is imported again, with kills until it is back. */
final class MovingTrial {
    private static final int TURNS = 10;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private static final String READY = "following on";
    private static final List<String> TO_READY =
            List.of("making the databases", "copying", "copying", "following", READY, READY, READY);
    private static final List<String> OVER = List.of("comparing", "comparing", "taking over");
    private static final List<String> BACK =
            List.of("following back", "comparing the old database", "taking back", "dropping the keyspace");

    private final TwinProxies proxies;
    private final MovingApplication application;
    private final ServersRows rows;
    private final MovingClients clients;
    private final MovingKills kills;
    private String said = "";
    private int resumed;
    private String step = "";
    private String detail = "";

    MovingTrial(MovingCluster cluster, MovingApplication application, MovingClients clients, MovingKills kills) {
        this.proxies = cluster.proxies();
        this.application = application;
        this.rows = new ServersRows(cluster.servers(), application);
        this.clients = clients;
        this.kills = kills;
    }

    /** @param count of kills on each way */
    void play(int count) throws Exception {
        Map<String, ServersRows.Sum> before = rows.unchangedAtHome();
        System.out.println(before);
        clients.awaitMore(TURNS);

        long first = begin();
        int early = count * TO_READY.size() / (TO_READY.size() + OVER.size());
        killAt(TO_READY, early, first);
        handOverWhenReady(first);
        killAt(OVER, count - early, first);
        require(State.WAITING, first);
        requireOnShards(before);

        say("REVERT OPERATION", first);
        killAt(BACK, count, first);
        require(State.CANCELLED, first);
        assertThat(rows.unchangedAtHome()).isEqualTo(before);
        clients.atRest(known -> assertThat(rows.ofClientsAtHome()).isEqualTo(known));

        clients.longestMillis();
        long second = begin();
        awaitReady(second);
        System.out.printf("the longest turn of a client until then %d ms%n", clients.longestMillis());
        say("HAND OVER OPERATION", second);
        require(State.WAITING, second);
        clients.awaitMore(TURNS);
        System.out.printf(
                "undisturbed: %s; the longest turn of a client %d ms%n",
                proxies.journal().read(second).progress().words(), clients.longestMillis());
        execute("FINISH OPERATION " + second);
        clients.awaitMore(TURNS);
        requireOnShards(before);
        assertThat(clients.errors()).isEmpty();
        System.out.println(kills.played() + " kills, " + clients.tolerated()
                + " errors beside them, operations resumed by hand: " + resumed);
    }

    /** In the background of the proxy that is asked. */
    private long begin() throws Exception {
        said = "";
        execute(application.importing() + " HAND OVER ON REQUEST");
        return proxies.journal().latest();
    }

    private void handOverWhenReady(long number) throws Exception {
        awaitReady(number);
        say("HAND OVER OPERATION", number);
    }

    private void awaitReady(long number) throws Exception {
        await(
                number,
                progress -> progress.isHandOverAwaited() && progress.detail().contains(" 0 s behind"));
    }

    private void say(String word, long number) throws Exception {
        said = word;
        execute(word + " " + number);
    }

    private void execute(String statement) throws Exception {
        try (Connection admin = proxies.connect(0)) {
            JdbcClients.execute(admin, statement);
        }
        System.out.println(Instant.now() + " " + statement);
    }

    /** What the standby has comes to it a moment later. */
    private void requireOnShards(Map<String, ServersRows.Sum> unchanged) throws Exception {
        assertThat(rows.unchangedOnShards()).isEqualTo(unchanged);
        clients.atRest(known -> {
            assertThat(rows.ofClientsOnShards(MovingServers.PRIMARIES)).isEqualTo(known);
            Map<String, String> ofP1 = rows.ofClientsOnShards(List.of(MovingServers.PRIMARIES.getFirst()));
            Soon.equal(() -> rows.ofClientsOnShards(List.of(MovingServers.STANDBY)), ofP1);
        });
    }

    // --- kills

    /** The steps share them. */
    private void killAt(List<String> steps, int count, long number) throws Exception {
        for (int kill = 0; kill < count; kill++) {
            String step = steps.get(kill * steps.size() / count);
            if (!isAt(step, steps, number)) {
                return;
            }
            kills.sleep(step.startsWith("taking") ? 150 : 1_500);
            clients.disturb();
            kills.play(proxies.journal().read(number).progress());
            clients.calm(TURNS);
            assertThat(clients.errors()).isEmpty();
        }
    }

    /** False for one that has come beyond all steps. */
    private boolean isAt(String step, List<String> steps, long number) throws Exception {
        Progress progress = await(
                number,
                now -> steps.indexOf(now.step()) >= steps.indexOf(step)
                        || now.state() == State.CANCELLED
                        || now.state() == State.WAITING);
        return steps.contains(progress.step());
    }

    /** As a person does it, where an operation has taken its word back, or ended too many of its proxies. */
    private Progress push(long number) throws Exception {
        Operation now = proxies.journal().read(number);
        Progress progress = now.progress();
        assertThat(progress.state())
                .as(progress + " doesn't wait for its servers")
                .isNotEqualTo(State.FAILED);
        boolean left = progress.state() == State.RUNNING
                && progress.facts().getOrDefault("takeovers", "0").equals("3")
                && !isHeldSoon(now);
        boolean unsaid = (said.startsWith("REVERT") && progress.state() == State.WAITING)
                || (said.startsWith("HAND OVER") && progress.isHandOverAwaited());
        if (left || unsaid) {
            System.out.println("by hand: " + progress.words() + "; " + progress.error());
            resumed++;
            try {
                execute((unsaid ? said : "RESUME OPERATION") + " " + number);
            } catch (SQLException e) {
                System.out.println(e.getMessage());
                TimeUnit.SECONDS.sleep(1);
            }
        }
        return seen(proxies.journal().read(number).progress());
    }

    /** Each step with the time of its beginning, and the last that the one before has told. */
    private Progress seen(Progress progress) {
        String now = progress.step() + " " + progress.state();
        if (!now.equals(step)) {
            System.out.println(Instant.now() + " " + now + (detail.isEmpty() ? "" : " behind: " + detail));
            step = now;
        }
        detail = progress.detail();
        return progress;
    }

    /** Its proxy may still be known to ZooKeeper, or another one is about to take it up. */
    private boolean isHeldSoon(Operation operation) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < until) {
            Operation now = proxies.journal().read(operation.number());
            if (now.version() != operation.version()) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return false;
    }

    private void require(State end, long number) throws Exception {
        Progress progress = await(number, now -> now.state() == end);
        System.out.println(progress.state() + ": " + progress.words() + " " + progress.error());
    }

    private Progress await(long number, Predicate<Progress> far) throws Exception {
        long until = System.nanoTime() + LONGEST.toNanos();
        Progress progress = push(number);
        while (!far.test(progress)) {
            assertThat(clients.errors()).isEmpty();
            assertThat(System.nanoTime()).as(progress.toString()).isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(20);
            progress = push(number);
        }
        return progress;
    }
}
