package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A shop is imported, goes back and is imported again under clients, while proxies, the old server and the new ones get
 * {@code kill -9}. By hand: {@code -Dpinion.import.kills=10 -Dpinion.import.rows=1000000 -Dpinion.import.clients=32}.
 */
@EnabledIfSystemProperty(named = "pinion.import.kills", matches = "\\d+", disabledReason = "played by hand")
class KilledImportIT {
    private static final int KILLS = Integer.getInteger("pinion.import.kills", 0);
    private static final int ROWS = Integer.getInteger("pinion.import.rows", 20_000);
    private static final int CLIENTS = Integer.getInteger("pinion.import.clients", 32);
    private static final int TURNS = 10;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private static final List<String> FORTH =
            List.of("making the databases", "copying", "copying", "following", "comparing", "taking over");
    private static final List<String> BACK =
            List.of("following back", "comparing the old database", "taking back", "dropping the keyspace");

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private ShopServers servers;
    private TwinProxies proxies;
    private int resumed;
    private String step = "";
    private String detail = "";

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        ShopCluster cluster = ShopCluster.start(directory, ROWS, parts);
        servers = cluster.servers();
        proxies = cluster.proxies();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable part : parts) {
            part.close();
        }
    }

    @Test
    void clientsAndRowsOutliveKills() throws Exception {
        Map<String, String> before = rowsAtHome();
        System.out.println(before);
        try (ShopUsers users = new ShopUsers(proxies, CLIENTS)) {
            users.awaitMore(TURNS);
            long first = begin();
            killAt(FORTH, first, users);
            require(first, State.WAITING, users);
            assertThat(rowsOfShards()).isEqualTo(before);

            // Answered when it has begun, by whichever proxy lives.
            execute("REVERT OPERATION " + first);
            killAt(BACK, first, users);
            if (require(first, State.CANCELLED, users).state() == State.WAITING) {
                execute("REVERT OPERATION " + first);
                require(first, State.CANCELLED, users);
            }
            assertThat(rowsAtHome()).isEqualTo(before);

            users.longestMillis();
            long second = begin();
            require(second, State.WAITING, users);
            users.awaitMore(TURNS);
            System.out.printf(
                    "undisturbed: %s; the longest turn of %d clients %d ms%n",
                    proxies.journal().read(second).progress().words(), CLIENTS, users.longestMillis());
            execute("FINISH OPERATION " + second);
            users.awaitMore(TURNS);
            users.stop();
            assertThat(users.errors()).isEmpty();
            assertThat(rowsOfShards()).isEqualTo(before);
            assertThat(ordersOfShards()).isEqualTo(new TreeMap<>(users.orders()));
            System.out.println(users.tolerated() + " errors beside kills, operations resumed by hand: " + resumed);
        }
    }

    /** In the background of the proxy that is asked. */
    private long begin() throws Exception {
        execute(ShopRows.IMPORT);
        return proxies.journal().latest();
    }

    private void execute(String statement) throws Exception {
        try (Connection admin = proxies.connect(0)) {
            JdbcClients.execute(admin, statement);
        }
        System.out.println(statement);
    }

    // --- kills

    private void killAt(List<String> steps, long number, ShopUsers users) throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            String step = steps.get(kill * steps.size() / KILLS);
            if (!isAt(step, steps, number)) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(1_500));
            Progress progress = proxies.journal().read(number).progress();
            users.disturb();
            int victim = kill % 4;
            System.out.println("kill " + (kill + 1) + " at " + progress.step() + " (" + progress.detail() + "): "
                    + (victim == 0 ? "proxy " + progress.proxy() : "server " + (victim - 1)));
            if (victim == 0) {
                proxies.killAndStart(progress.proxy());
            } else {
                servers.all().get(victim - 1).kill();
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(3_000));
                servers.all().get(victim - 1).start();
            }
            users.calm(TURNS);
            assertThat(users.errors()).isEmpty();
        }
    }

    /** False for one that has come beyond all steps. */
    private boolean isAt(String step, List<String> steps, long number) throws Exception {
        long until = System.nanoTime() + LONGEST.toNanos();
        while (System.nanoTime() < until) {
            Progress progress = push(number);
            if (steps.indexOf(progress.step()) >= steps.indexOf(step)) {
                return true;
            }
            if (progress.state() != State.RUNNING) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        throw new AssertionError("never at " + step + ": " + proxies.journal().read(number));
    }

    /** As a person does it, where an operation has failed, or ended too many of its proxies. */
    private Progress push(long number) throws Exception {
        Operation now = proxies.journal().read(number);
        boolean left = now.progress().state() == State.RUNNING
                && now.progress().facts().getOrDefault("takeovers", "0").equals("3")
                && !isHeldSoon(now);
        if (left || now.progress().state() == State.FAILED) {
            System.out.println("by hand: " + now.progress().state() + ", "
                    + now.progress().words() + "; " + now.progress().error());
            resumed++;
            try {
                execute("RESUME OPERATION " + number);
            } catch (SQLException e) {
                System.out.println(e.getMessage());
                TimeUnit.SECONDS.sleep(1);
            }
        }
        return told(proxies.journal().read(number).progress());
    }

    /** Each step with the time of its beginning, and the last that the one before has told. */
    private Progress told(Progress progress) {
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

    /** A way back that was refused waits again. */
    private Progress require(long number, State end, ShopUsers users) throws Exception {
        long until = System.nanoTime() + LONGEST.toNanos();
        Progress progress = push(number);
        while (progress.state() != end
                && progress.state() != State.WAITING
                && users.errors().isEmpty()) {
            assertThat(System.nanoTime()).as(progress.toString()).isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(50);
            progress = push(number);
        }
        assertThat(users.errors()).isEmpty();
        System.out.println(progress.state() + ": " + progress.words() + " " + progress.error());
        assertThat(progress.state()).isIn(end, State.WAITING);
        return progress;
    }

    // --- by plain SQL on the servers: the rows that no client changes

    private Map<String, String> rowsAtHome() throws SQLException {
        try (Connection root = servers.connect(0)) {
            return sums(root, "shop");
        }
    }

    private static final Map<String, String> SUMS = Map.of(
            "users",
                    "SELECT COUNT(*), SUM(CRC32(CONCAT(id, '#', name, '#', turns))) FROM %s.users WHERE name NOT LIKE 'client%%'",
            "orders",
                    "SELECT COUNT(*), SUM(CRC32(CONCAT(id, '#', user_id, '#', due, '#', note))) FROM %s.orders WHERE note NOT LIKE 'order%%'");

    private static Map<String, String> sums(Connection root, String database) throws SQLException {
        Map<String, String> sums = new TreeMap<>();
        for (Map.Entry<String, String> sum : SUMS.entrySet()) {
            String sql = sum.getValue().formatted(database);
            sums.put(
                    sum.getKey(),
                    JdbcClients.column(root, sql, 1).getFirst() + " "
                            + JdbcClients.column(root, sql, 2).getFirst());
        }
        return sums;
    }

    private Map<String, String> rowsOfShards() throws SQLException {
        Map<String, String> all = new TreeMap<>();
        for (int server = 1; server <= 2; server++) {
            try (Connection root = servers.connect(server)) {
                for (String database : JdbcClients.column(root, "SHOW DATABASES LIKE 'shop_____'", 1)) {
                    sums(root, database).forEach((table, sum) -> all.merge(table, sum, KilledImportIT::added));
                }
            }
        }
        return all;
    }

    private static String added(String one, String other) {
        String[] first = one.split(" ");
        String[] second = other.split(" ");
        return (number(first[0]) + number(second[0])) + " " + (number(first[1]) + number(second[1]));
    }

    /** The sum of no rows is NULL. */
    private static long number(String of) {
        return of.equals("null") ? 0 : Long.parseLong(of);
    }

    private Map<Long, Integer> ordersOfShards() throws SQLException {
        Map<Long, Integer> found = new TreeMap<>();
        for (int server = 1; server <= 2; server++) {
            try (Connection root = servers.connect(server)) {
                for (String database : JdbcClients.column(root, "SHOW DATABASES LIKE 'shop_____'", 1)) {
                    List<String> rows = JdbcClients.column(
                            root,
                            "SELECT CONCAT(id, ' ', due) FROM " + database + ".orders WHERE note LIKE 'order%'",
                            1);
                    for (String row : rows) {
                        String[] parts = row.split(" ");
                        Integer twice = found.put(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
                        assertThat(twice).as("order " + row).isNull();
                    }
                }
            }
        }
        return found;
    }
}
