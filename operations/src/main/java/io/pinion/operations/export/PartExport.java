package io.pinion.operations.export;

import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.file.RowFile;
import io.pinion.operations.export.store.ExportStore;
import io.pinion.operations.export.store.StoredFile;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.stream.RowStream;
import io.pinion.operations.server.stream.StreamedRow;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/** One table of one shard, which becomes one file. Blocks; for one thread. */
final class PartExport {
    /** What is read before the pace is asked. */
    private static final long PIECE_BYTES = 1 << 20;

    private static final long PIECE_ROWS = 10_000;

    /** The column that readers make of a directory's name. */
    static final String SHARD = "shard";

    private final TableExport task;
    private final ExportScope scope;
    private final String table;
    private final int shard;
    private long rows;
    private long unpacedRows;
    private long unpacedBytes;

    PartExport(TableExport task, ExportScope scope, String table, int shard) {
        this.task = task;
        this.scope = scope;
        this.table = table;
        this.shard = shard;
    }

    TableName name() {
        return new TableName(scope.database(shard), table);
    }

    /** What the reading of rows waits for, and ends by. */
    @FunctionalInterface
    interface Going {
        void on(long rows, long bytes) throws OperationRefused;
    }

    /**
     * A file that has all its bytes, and hasn't its name yet.
     *
     * @param name of the table
     * @param table as it was read
     * @param file to be published, and closed
     */
    record Finished(String name, ExportedTable table, Manifest.Part part, StoredFile file) {}

    /**
     * Reads the rows and writes the file.
     *
     * @param going asked for each piece
     */
    Finished run(Snapshot snapshot, HeldTable held, ExportStore store, Going going)
            throws SQLException, OperationRefused {
        ExportedTable read = ExportedTable.read(
                held,
                snapshot.server().dialect(),
                scope.declared(table),
                task.format().isForServers());
        String path = path();
        try {
            StoredFile out = store.begin(path);
            boolean whole = false;
            try (RowFile file = task.format().begin(out, table, read.file(), task.compression())) {
                readRows(snapshot, read, file, going);
                file.finish();
                going.on(unpacedRows, unpacedBytes);
                Manifest.Part part =
                        new Manifest.Part(path, shard, rows, out.bytes(), read.autoIncrement(), out.sha256());
                whole = true;
                return new Finished(table, read, part, out);
            } finally {
                if (!whole) {
                    out.close();
                }
            }
        } catch (IOException e) {
            throw unwritten(path, store, e);
        }
    }

    static OperationRefused unwritten(String path, ExportStore store, IOException why) {
        return new OperationRefused(path + " can't be written to " + store + ": " + why.getMessage());
    }

    private void readRows(Snapshot snapshot, ExportedTable read, RowFile file, Going going)
            throws SQLException, IOException, OperationRefused {
        String condition = task.since().map(Since::condition).orElse("");
        String query = read.query(task.since()).select(condition);
        StreamedRow row = new StreamedRow(read.file().size());
        Optional<GlobalIdColumn> id = read.ids().map(ids -> new GlobalIdColumn(name(), shard, ids));
        int first = id.isPresent() ? 1 : 0;
        try (RowStream found =
                RowStream.of(snapshot.connection(), query, read.query().stored().size())) {
            try {
                for (long bytes = found.next(row, first); bytes >= 0; bytes = found.next(row, first)) {
                    if (id.isPresent()) {
                        id.get().put(row);
                    }
                    file.add(row);
                    paced(bytes, going);
                }
            } catch (IOException | OperationRefused | RuntimeException e) {
                // The rest of the rows, which would be read.
                snapshot.abort();
                throw e;
            }
        }
    }

    private void paced(long bytes, Going going) throws OperationRefused {
        rows++;
        unpacedRows++;
        unpacedBytes += bytes;
        if (unpacedBytes >= PIECE_BYTES || unpacedRows >= PIECE_ROWS) {
            going.on(unpacedRows, unpacedBytes);
            unpacedRows = 0;
            unpacedBytes = 0;
        }
    }

    /** As Hive names partitions, so that readers of a directory see the shard as a column. */
    private String path() {
        return directory(table)
                + String.format(Locale.ROOT, "/" + SHARD + "=%04d/part-0.", shard)
                + task.format().extension(task.compression());
    }

    /** The directory of a table: nothing in a name leads elsewhere, or hides the files. */
    static String directory(String table) {
        String encoded = URLEncoder.encode(table, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace(".", "%2E")
                .replace("*", "%2A");
        return encoded.startsWith("_") ? "%5F" + encoded.substring(1) : encoded;
    }
}
