package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long an export takes until a disk has all of it, beside {@code mydumper} and {@code SELECT … INTO OUTFILE} of the same
 * rows, in turns; each reads both standbys at once. By hand, where mydumper is installed, with the compiler that serves:
 * {@code -Dpinion.export.rate=1000000 -Dpinion.tests.jit=-XX:+TieredCompilation}; the number is that of rows.
 */
@EnabledIfSystemProperty(named = "pinion.export.rate", matches = "\\d+", disabledReason = "played by hand")
class ExportRateIT {
    private static final int ROWS = Integer.getInteger("pinion.export.rate", 0);
    private static final int ROUNDS = Integer.getInteger("pinion.export.rounds", 3);
    private static final int SHARDS_OF_PAIR = 4;
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private static final String DUMP = "mydumper";
    private static final String OUTFILE = "INTO OUTFILE";
    private static final String PARQUET = "export PARQUET";
    private static final String SMALL_DUMP = "mydumper, compressed";
    private static final String SMALL_PARQUET = "export PARQUET, compressed";

    /** mydumper 0.10 stops now and then, with threads that wait for each other. */
    private static final Duration LONGEST_DUMP = Duration.ofMillis(30_000L + ROWS / 20);

    /** Of the program {@code timeout}. */
    private static final int TIMED_OUT = 124;

    private final Map<String, List<Cost>> costs = new LinkedHashMap<>();
    private Path directory = Path.of("");
    private ExportStage stage;

    /**
     * What a way has taken.
     *
     * @param worked by all processors together, for the servers and whoever reads them
     */
    private record Cost(long millis, long worked) {}

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        this.directory = directory;
        stage = ExportStage.start(ServerProduct.MARIADB, directory);
        for (int shard = 0; shard < stage.shards(); shard++) {
            stage.primary(shard)
                    .execute(List.of("INSERT INTO " + MoveCluster.database(shard)
                            + ".pins (data, ts) SELECT CONCAT('{\"title\": \"pin ', seq, '\", \"text\": \"', SHA2(seq, 512),"
                            + " '\", \"board_id\": 241294561224164665}'), FROM_UNIXTIME(1700000000 + seq) FROM "
                            + MoveCluster.database(shard) + ".seq_1_to_"
                            + ROWS / stage.shards()));
        }
        for (int shard = 0; shard < stage.shards(); shard += SHARDS_OF_PAIR) {
            stage.primary(shard)
                    .execute(List.of(
                            "CREATE USER dump@127.0.0.1 IDENTIFIED BY 'dump'", "GRANT ALL ON *.* TO dump@127.0.0.1"));
        }
        stage.awaitCaughtUp();
    }

    @AfterEach
    void stop() throws Exception {
        stage.stop();
    }

    @Test
    void exportsBesideDumps() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            int number = round;
            dump(DUMP, "", number);
            taken(OUTFILE, () -> onBoth(shard -> outfile(shard, "outfile" + number)));
            export(PARQUET, "PARQUET COMPRESSED BY NONE", number);
            dump(SMALL_DUMP, "-c", number);
            export(SMALL_PARQUET, "PARQUET COMPRESSED BY ZSTD", number);
        }
        Map<String, Double> fastest = fastest(Cost::millis);
        Map<String, Double> cheapest = fastest(Cost::worked);
        costs.forEach((way, all) -> {
            double millis = median(way, Cost::millis);
            double worked = median(way, Cost::worked);
            System.out.printf(
                    "%-26s median %6.0f ms, %,9.0f rows/s, %.2f x the faster of its dumps; processors %6.0f ms, %.2f x; %s%n",
                    way,
                    millis,
                    ROWS * 1000.0 / millis,
                    fastest.getOrDefault(way, 0.0) / millis,
                    worked,
                    cheapest.getOrDefault(way, 0.0) / worked,
                    all);
        });
        assertThat(stage.manifest(place(PARQUET, 0)).get("rows").asLong())
                .isEqualTo((ROWS / stage.shards() + 2L * ExportStage.PINS) * stage.shards());
        assertThat(median(PARQUET, Cost::millis)).isLessThanOrEqualTo(fastest.getOrDefault(PARQUET, 0.0));
        assertThat(median(SMALL_PARQUET, Cost::millis)).isLessThanOrEqualTo(fastest.getOrDefault(SMALL_PARQUET, 0.0));
    }

    /** The least that a dump takes, for each way: compressed files beside compressed ones. */
    private Map<String, Double> fastest(ToLongFunction<Cost> of) {
        Map<String, Double> least = new HashMap<>();
        for (String way : costs.keySet()) {
            boolean small = way.equals(SMALL_DUMP) || way.equals(SMALL_PARQUET);
            least.put(way, small ? median(SMALL_DUMP, of) : Math.min(median(DUMP, of), median(OUTFILE, of)));
        }
        return least;
    }

    private static String place(String way, int round) {
        return way.replace(' ', '_') + round;
    }

    private void export(String way, String how, int round) throws Exception {
        taken(way, () -> {
            String statement = "EXPORT KEYSPACE pinterest TO '" + place(way, round) + "' AS " + how;
            String number = Jdbc.rows(stage.operator(), statement).getFirst().getFirst();
            // An operator who looks more often takes processors away.
            String state = "";
            while (!List.of("done", "failed").contains(state)) {
                Thread.sleep(LOOK_EVERY);
                state = Jdbc.rows(stage.operator(), "SHOW OPERATIONS WHERE operation = " + number)
                        .getFirst()
                        .get(1);
            }
            assertThat(state).isEqualTo("done");
            return round;
        });
    }

    private double median(String way, ToLongFunction<Cost> of) {
        long[] sorted = costs.getOrDefault(way, List.of()).stream()
                .mapToLong(of)
                .sorted()
                .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }

    /** Until the disk has what was written. */
    private static void sync() throws Exception {
        new ProcessBuilder("sync").start().waitFor();
    }

    private void taken(String way, Callable<Integer> work) throws Exception {
        sync();
        long workedBefore = workedMillis();
        long before = System.nanoTime();
        work.call();
        // An export has all of its files there when it ends; a dump is of use from then on, too.
        sync();
        long millis = Duration.ofNanos(System.nanoTime() - before).toMillis();
        costs.computeIfAbsent(way, none -> new ArrayList<>()).add(new Cost(millis, workedMillis() - workedBefore));
    }

    /** Of this process, of those that it has started, and of those of them that have ended. */
    private static long workedMillis() throws IOException {
        // Behind the name of the process: the 16th and 17th of all fields are its children's, in hundredths of a
        // second.
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ended = 10 * (Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
        return ended
                + Stream.concat(
                                Stream.of(ProcessHandle.current()),
                                ProcessHandle.current().descendants())
                        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                        .mapToLong(Duration::toMillis)
                        .sum();
    }

    /** What is done on a standby, which is named by its first shard. */
    private interface OfPair {
        void run(int shard) throws Exception;
    }

    private Integer onBoth(OfPair work) throws Exception {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> running = new ArrayList<>();
            for (int shard = 0; shard < stage.shards(); shard += SHARDS_OF_PAIR) {
                int first = shard;
                running.add(threads.submit(() -> {
                    work.run(first);
                    return first;
                }));
            }
            for (Future<Integer> each : running) {
                each.get();
            }
            return running.size();
        }
    }

    /** Again, where one of the two has stopped. */
    private void dump(String way, String option, int round) throws Exception {
        int turn = 0;
        AtomicBoolean stopped = new AtomicBoolean(true);
        while (stopped.get()) {
            String name = "dump" + option + round + "-" + turn++;
            stopped.set(false);
            taken(
                    way,
                    () -> onBoth(shard -> {
                        if (dump(shard, option, name) == TIMED_OUT) {
                            stopped.set(true);
                        }
                    }));
            if (stopped.get()) {
                costs.getOrDefault(way, List.of()).removeLast();
                System.out.println("mydumper has stopped, and was ended");
            }
        }
    }

    /** @return its exit status */
    private int dump(int shard, String option, String name) throws Exception {
        Process running = new ProcessBuilder(
                        "sh",
                        "-c",
                        "timeout " + LONGEST_DUMP.toSeconds() + " mydumper -h 127.0.0.1 -u dump -p dump -P "
                                + stage.standby(shard).port()
                                + " -t 2 " + option + " --trx-consistency-only -x '^db0' -o "
                                + directory.resolve(name + "-" + shard))
                .redirectErrorStream(true)
                .start();
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor()).as(said).isIn(0, TIMED_OUT);
        return running.exitValue();
    }

    /** Two threads, as of the others. */
    private void outfile(int first, String name) throws Exception {
        Path files = Files.createDirectories(directory.resolve(name + "-" + first));
        ManagedServer standby = stage.standby(first);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> running = new ArrayList<>();
            for (int half = 0; half < 2; half++) {
                int from = first + half * 2;
                running.add(threads.submit(() -> {
                    try (Connection connection = standby.connection()) {
                        for (int shard = from; shard < from + 2; shard++) {
                            for (String table : List.of("pins", "board_has_pins")) {
                                Jdbc.execute(
                                        connection,
                                        "SELECT * INTO OUTFILE '" + files.resolve(table + shard) + "' FROM "
                                                + MoveCluster.database(shard) + "." + table);
                            }
                        }
                    }
                    return from;
                }));
            }
            for (Future<Integer> each : running) {
                each.get();
            }
        }
    }
}
