package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long an import copies, beside {@code mariadb-dump | mariadb} and {@code mydumper}, {@code myloader} of the same
 * rows, in turns, and what each costs the servers; {@code myloader} with a binary log, and without one as it is by
 * itself, which leaves a standby without the rows. By hand, where all of those are installed: {@code
 * -Dpinion.import.rate=1000000}, which is the number of rows, with the compiler that serves: {@code
 * -Dpinion.tests.jit=-XX:+TieredCompilation}.
 */
@EnabledIfSystemProperty(named = "pinion.import.rate", matches = "\\d+", disabledReason = "played by hand")
class ImportRateIT {
    private static final int ROWS = Integer.getInteger("pinion.import.rate", 0);
    private static final int ROUNDS = 3;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Map<String, List<Cost>> costs = new LinkedHashMap<>();
    private final MovingApplication shop = new MovingShop();
    private Path directory = Path.of("");
    private final Parts parts = new Parts();
    private MovingServers servers;
    private TwinProxies proxies;

    private record Cost(Duration whole, Processors worked) {}

    /** The time that processors have worked for the old server, for the new ones and for the proxies. */
    private record Processors(Duration old, Duration targets, Duration proxies) {
        Processors minus(Processors before) {
            return new Processors(old.minus(before.old), targets.minus(before.targets), proxies.minus(before.proxies));
        }

        @Override
        public String toString() {
            return "processors: old server " + old.toMillis() + " ms, new servers " + targets.toMillis()
                    + " ms, proxies " + proxies.toMillis() + " ms";
        }
    }

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        this.directory = directory;
        MovingCluster cluster = MovingCluster.start(directory, 3, shop, ROWS, parts);
        servers = cluster.servers();
        proxies = cluster.proxies();
    }

    @AfterEach
    void stop() throws Exception {
        parts.end();
    }

    @Test
    void copiesBesideDumps() throws Exception {
        long rows = 0;
        for (MovingApplication.Rows table : shop.unchanged()) {
            rows += rows("shop." + table.table());
        }
        for (int round = 0; round < ROUNDS; round++) {
            dumped("mariadb-dump", "mariadb-dump %s --single-transaction shop | mariadb %s copy");
            loaded("mydumper", "--enable-binlog", directory.resolve("dump" + round));
            loaded("without log", "", directory.resolve("other dump" + round));
            imported();
        }
        for (Map.Entry<String, List<Cost>> way : costs.entrySet()) {
            for (Cost cost : way.getValue()) {
                long millis = cost.whole().toMillis();
                System.out.printf(
                        "%-13s %6d ms, %,d rows/s, %s%n", way.getKey(), millis, rows * 1000 / millis, cost.worked());
            }
        }
    }

    private long rows(String table) throws Exception {
        try (Connection root = servers.connect(0)) {
            return Long.parseLong(JdbcClients.value(root, "SELECT COUNT(*) FROM " + table));
        }
    }

    /** The file system still has to forget the files of the turn before, and lets commits wait for that. */
    private static void rest() throws Exception {
        shell("sync");
    }

    /** @param log the option by which it writes what a standby needs, as the other two ways do; empty for without */
    private void loaded(String way, String log, Path files) throws Exception {
        dumped(
                way,
                "mydumper %s -B shop -t 4 -o '" + files + "' && myloader %s -B copy -t 4 " + log + " -d '" + files
                        + "'");
    }

    /** @param command of a shell, with the options that name the old server and a new one */
    private void dumped(String way, String command) throws Exception {
        try (Connection root = servers.connect(1)) {
            JdbcClients.execute(root, "CREATE DATABASE copy CHARACTER SET utf8mb4");
            rest();
            long before = System.nanoTime();
            Processors worked = processors();
            shell(command.formatted(options(0), options(1)));
            costs.computeIfAbsent(way, none -> new ArrayList<>())
                    .add(new Cost(
                            Duration.ofNanos(System.nanoTime() - before),
                            processors().minus(worked)));
            assertThat(JdbcClients.value(root, "SELECT COUNT(*) FROM copy.orders"))
                    .isEqualTo("" + rows("shop.orders"));
            JdbcClients.execute(root, "DROP DATABASE copy");
        }
    }

    private String options(int server) {
        return "-h 127.0.0.1 -u root --password='" + servers.rootPassword() + "' -P "
                + servers.all().get(server).port();
    }

    private static void shell(String command) throws Exception {
        Process running = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor()).as(said).isZero();
    }

    private Processors processors() {
        return new Processors(server(0), server(1).plus(server(2)), sum(proxies.processes()));
    }

    private Duration server(int number) {
        return sum(ProcessHandle.of(servers.all().get(number).pid()).stream());
    }

    private static Duration sum(Stream<ProcessHandle> processes) {
        return processes
                .map(process -> process.info().totalCpuDuration().orElseThrow())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Its copy, and all of it until the name is handed over. */
    private void imported() throws Exception {
        rest();
        long before = System.nanoTime();
        execute(shop.importing());
        long number = proxies.journal().latest();
        await(number, progress -> progress.step().equals("copying"));
        long copying = System.nanoTime();
        Processors worked = processors();
        // What follows may be over before anybody looks.
        await(number, progress -> !progress.step().equals("copying"));
        costs.computeIfAbsent("import, copy", none -> new ArrayList<>())
                .add(new Cost(
                        Duration.ofNanos(System.nanoTime() - copying),
                        processors().minus(worked)));
        await(number, progress -> progress.state() == State.WAITING);
        costs.computeIfAbsent("import, whole", none -> new ArrayList<>())
                .add(new Cost(
                        Duration.ofNanos(System.nanoTime() - before),
                        processors().minus(worked)));
        execute("REVERT OPERATION " + number);
        await(number, progress -> progress.state() == State.CANCELLED);
    }

    private void execute(String statement) throws Exception {
        try (Connection admin = proxies.connect(0)) {
            JdbcClients.execute(admin, statement);
        }
    }

    private void await(long number, Predicate<Progress> far) throws Exception {
        long until = System.nanoTime() + LONGEST.toNanos();
        Progress progress = proxies.journal().read(number).progress();
        while (!far.test(progress)) {
            assertThat(progress.state()).as(progress.toString()).isNotEqualTo(State.FAILED);
            assertThat(System.nanoTime()).as(progress.toString()).isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(100);
            progress = proxies.journal().read(number).progress();
        }
    }
}
