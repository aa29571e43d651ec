package io.pinion.operations.restore;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.ExportScope;
import io.pinion.operations.export.Manifest;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.export.store.ExportStore;
import io.pinion.routing.catalog.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The files of an export from which shards come back. Blocks; thread-safe.
 *
 * @param store of which the owner of this closes the place
 * @param tables the names of the tables whose rows each shard has for itself, which come back
 * @param references the names of the other tables, whose rows are the same on all shards
 * @param files of those tables, by shard
 */
record ExportedShards(
        ExportStore store,
        Manifest manifest,
        List<String> tables,
        List<String> references,
        Map<Integer, List<ShardFile>> files)
        implements AutoCloseable {
    /** How the rows of references come back. */
    static final String REFERENCES = "send their file to Pinion, which writes every copy";

    /**
     * Reads the manifest of a whole export that has the keyspace's rows as SQL.
     *
     * @param store is closed when this throws
     */
    static ExportedShards open(ExportStore store, ExportScope scope, String keyspace) throws OperationRefused {
        try {
            Manifest manifest = Manifest.in(store);
            Optional<String> obstacle = obstacle(manifest, keyspace, scope.placement());
            if (obstacle.isPresent()) {
                throw new OperationRefused(store + " " + obstacle.get());
            }
            return byShard(store, manifest, scope);
        } catch (OperationRefused | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static ExportedShards byShard(ExportStore store, Manifest manifest, ExportScope scope) {
        List<Manifest.Table> own = manifest.tables().stream()
                .filter(table -> !(scope.declared(table.name()).orElse(null) instanceof Table.ReferenceTable))
                .toList();
        Map<Integer, List<ShardFile>> files = own.stream()
                .flatMap(table -> table.parts().stream().map(part -> new ShardFile(table, part)))
                .collect(Collectors.groupingBy(file -> file.part().shard()));
        return new ExportedShards(
                store,
                manifest,
                own.stream().map(Manifest.Table::name).toList(),
                manifest.tables().stream()
                        .filter(table -> !own.contains(table))
                        .map(Manifest.Table::name)
                        .toList(),
                files);
    }

    private static Optional<String> obstacle(Manifest manifest, String keyspace, String placement) {
        if (manifest.manifest() != Manifest.VERSION) {
            return Optional.of("was written by another version of Pinion");
        }
        if (!manifest.keyspace().equals(keyspace)) {
            return Optional.of("has rows of keyspace " + manifest.keyspace());
        }
        if (!manifest.format().equals(ExportFormat.SQL.name().toLowerCase(Locale.ROOT))) {
            return Optional.of("has rows as " + manifest.format() + ", for other programs: rows come back from EXPORT"
                    + " KEYSPACE … AS SQL");
        }
        Optional<String> other = manifest.placement().filter(placed -> !placed.equals(placement));
        if (other.isPresent()) {
            return Optional.of("has rows of other shards than keyspace " + keyspace + " has now (" + placement
                    + "; they were " + other.get() + ")");
        }
        return manifest.since().map(since -> "has only rows " + since + ", and not all");
    }

    /** The files of a shard, of the tables that come back. */
    List<ShardFile> of(int shard, List<String> wanted) {
        return files.getOrDefault(shard, List.of()).stream()
                .filter(file -> wanted.contains(file.table().name()))
                .toList();
    }

    /** A file, with its table. */
    record ShardFile(Manifest.Table table, Manifest.Part part) {}

    /** What is done with each statement. */
    @FunctionalInterface
    interface Work {
        void on(String statement) throws SQLException, OperationRefused;
    }

    /** Reads the statements of a file, and refuses one that has changed since it was written. */
    void read(Manifest.Part part, Work work) throws SQLException, OperationRefused {
        FileCompression compression =
                FileCompression.valueOf(manifest.compression().toUpperCase(Locale.ROOT));
        try (DigestInputStream file = new DigestInputStream(store.open(part.path()), sha256());
                InputStream text = compression.reading(file)) {
            SqlStatements statements = new SqlStatements(text);
            for (Optional<String> next = statements.next(); next.isPresent(); next = statements.next()) {
                work.on(next.get());
            }
            file.transferTo(OutputStream.nullOutputStream());
            if (!HexFormat.of().formatHex(file.getMessageDigest().digest()).equals(part.sha256())) {
                throw new IOException("its SHA-256 isn't that of the manifest");
            }
        } catch (IOException e) {
            throw new OperationRefused(part.path() + " in " + store + " can't be read: " + e.getMessage());
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
