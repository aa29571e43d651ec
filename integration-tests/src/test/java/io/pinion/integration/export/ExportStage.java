package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pinion.config.settings.ExportSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A cluster with rows, whose tables become files, and DuckDB, which reads them. On MySQL it has one pair. */
final class ExportStage {
    /** Of one shard. */
    static final int PINS = 300;

    private static final int SHARDS_OF_PAIR = 4;

    private final Path directory;
    private final MoveCluster cluster;
    private final int shards;
    private final Connection operator;
    private final Connection duckDb;

    private ExportStage(Path directory, MoveCluster cluster, int shards) throws SQLException {
        this.directory = directory;
        this.cluster = cluster;
        this.shards = shards;
        this.operator = cluster.connect(0);
        this.duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Jdbc.execute(duckDb, "SET TimeZone='UTC'");
    }

    static ExportStage start(ServerProduct product, Path directory) throws Exception {
        return start(product, directory, settings -> settings);
    }

    static ExportStage start(ServerProduct product, Path directory, UnaryOperator<ExportSettings> settings)
            throws Exception {
        boolean two = product == ServerProduct.MARIADB;
        StartedServers started = two ? product.startPairs(directory) : product.startPair(directory);
        List<List<ManagedServer>> pairs = two ? started.pairs() : List.of(started.all());
        MoveCluster cluster = new MoveCluster(directory, pairs, started.end(), settings);
        try {
            ExportStage stage = new ExportStage(directory, cluster, pairs.size() * SHARDS_OF_PAIR);
            stage.fill();
            return stage;
        } catch (Exception e) {
            cluster.stop();
            throw e;
        }
    }

    private void fill() throws SQLException {
        for (int shard = 0; shard < shards; shard++) {
            List<String> statements = new ArrayList<>(List.of("SET time_zone='+00:00'"));
            for (int row = 0; row < PINS; row++) {
                statements.add("INSERT INTO " + MoveCluster.database(shard)
                        + ".pins (data, ts) VALUES ('{\"title\": \"ö \\\\\"%d\\\\\"\", \"text\": \"%s\"}', '2026-11-%02d 10:00:00')"
                                .formatted(row, "x".repeat(row), row % 30 + 1));
                statements.add("INSERT INTO " + MoveCluster.database(shard)
                        + ".board_has_pins VALUES (%d, %d, %d)".formatted(row / 10, row, row * 7L));
            }
            primary(shard).execute(statements);
        }
        awaitCaughtUp();
    }

    void awaitCaughtUp() {
        for (int pair = 0; pair < shards / SHARDS_OF_PAIR; pair++) {
            cluster.awaitCaughtUp(pair);
        }
    }

    MoveCluster cluster() {
        return cluster;
    }

    int shards() {
        return shards;
    }

    Connection operator() {
        return operator;
    }

    Connection duckDb() {
        return duckDb;
    }

    ManagedServer primary(int shard) {
        return cluster.primary(shard / SHARDS_OF_PAIR);
    }

    ManagedServer standby(int shard) {
        return cluster.servers(shard / SHARDS_OF_PAIR).getLast();
    }

    Path place(String name) {
        return directory.resolve("exports").resolve(name);
    }

    /** Runs it to its end. */
    void export(String statement) throws SQLException {
        String number = Jdbc.rows(operator, statement).getFirst().getFirst();
        assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("done");
    }

    JsonNode manifest(String place) throws Exception {
        return new ObjectMapper().readTree(place(place).resolve("manifest.json").toFile());
    }

    /** The checksums of all files by their path, but for the manifest's. */
    Map<String, String> files(String name) throws Exception {
        Map<String, String> files = new TreeMap<>();
        Path place = place(name);
        if (!Files.exists(place)) {
            return files;
        }
        try (Stream<Path> all = Files.walk(place)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String path = place.relativize(file).toString();
                if (!path.equals("manifest.json")) {
                    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                    files.put(path, HexFormat.of().formatHex(digest));
                }
            }
        }
        return files;
    }

    /** The same as the manifest tells them. */
    Map<String, String> told(String name) throws Exception {
        Map<String, String> files = new TreeMap<>();
        for (JsonNode table : manifest(name).get("tables")) {
            for (JsonNode part : table.get("parts")) {
                files.put(part.get("path").asText(), part.get("sha256").asText());
            }
        }
        return files;
    }

    void stop() throws Exception {
        duckDb.close();
        operator.close();
        cluster.stop();
    }
}
