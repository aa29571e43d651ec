package io.pinion.operations.export;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.store.ExportStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What an export has, for programs: a JSON document, which is written last.
 *
 * @param manifest the version of the document
 * @param sinceNext the time for SINCE of an export that goes on from here; empty in one that an earlier version has written
 * @param placement what placed the rows on the shards; empty in one that an earlier version has written
 * @param finished when it was written, in UTC
 * @param rows of all files
 * @param bytes of all files
 */
public record Manifest(
        int manifest,
        String statement,
        long operation,
        String keyspace,
        String format,
        String compression,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Since> since,
        Optional<String> sinceNext,
        Optional<String> placement,
        String finished,
        long rows,
        long bytes,
        List<ReadPosition> positions,
        List<Table> tables) {
    public static final String FILE = "manifest.json";

    public static final int VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /**
     * The place at which shards were read: they have every transaction up to there, and none behind it.
     *
     * @param server the standby that was read
     * @param gtids in the notation of the product
     * @param logFile of the standby's own log, and the offset there
     * @param takenAt by the standby's clock, in UTC
     * @param shards such as {@code 0-511,600}
     */
    public record ReadPosition(
            String pair, String server, String gtids, String logFile, long logOffset, String takenAt, String shards) {}

    /**
     * A table, and its files.
     *
     * @param definition as SHOW CREATE TABLE tells it of the first shard that was read
     */
    public record Table(String name, List<Column> columns, String definition, List<Part> parts) {
        @JsonIgnore
        public long rows() {
            return parts.stream().mapToLong(Part::rows).sum();
        }
    }

    /**
     * A column in the files.
     *
     * @param mysqlType as the server declares it; that of an object's id is the one of {@code local_id}
     */
    public record Column(String name, String type, String mysqlType) {}

    /**
     * A file.
     *
     * @param autoIncrement what the shard's table counts on from; 0 for a table that doesn't count
     * @param sha256 of the file, in hexadecimal
     */
    public record Part(String path, int shard, long rows, long bytes, long autoIncrement, String sha256) {}

    /** What was read of one pair. */
    record OfPair(ReadPosition position, List<Table> tables) {
        byte[] write() {
            return bytes(this);
        }

        static OfPair read(byte[] json) throws IOException {
            return JSON.readValue(json, OfPair.class);
        }
    }

    /** Whose files those of a place are. */
    record Owner(long operation, String statement) {
        byte[] write() {
            return bytes(this);
        }

        static Owner read(byte[] json) throws IOException {
            return JSON.readValue(json, Owner.class);
        }
    }

    byte[] write() {
        return bytes(this);
    }

    public static Manifest read(byte[] json) throws IOException {
        return JSON.readValue(json, Manifest.class);
    }

    /** The manifest of a finished export. Blocks. */
    public static Manifest in(ExportStore store) throws OperationRefused {
        try {
            byte[] json = store.read(FILE)
                    .orElseThrow(() -> new OperationRefused("there is no " + FILE + " in " + store
                            + ": nothing was exported there, or it wasn't finished"));
            return read(json);
        } catch (IOException e) {
            throw new OperationRefused(FILE + " in " + store + " can't be read: " + e.getMessage());
        }
    }

    private static byte[] bytes(Object document) {
        try {
            return JSON.writeValueAsBytes(document);
        } catch (IOException e) {
            throw new IllegalStateException("records of texts and numbers always make JSON", e);
        }
    }
}
