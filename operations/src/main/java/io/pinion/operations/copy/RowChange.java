package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows that some tables have and a copy of each lacks, few enough to be kept here and to be written into many equal
 * copies. All wrong rows are deleted before any row is inserted, so that a unique value may have moved to another row.
 * Blocks; for one thread.
 */
public final class RowChange {
    private final List<Part> parts = new ArrayList<>();
    private long rows;
    private long bytes;

    private RowChange() {}

    private record Part(TableShape table, long packetBytes, List<String> wrong, List<byte[] @Nullable []> right) {}

    /**
     * Finds the differing rows.
     *
     * @return empty when there are more than that
     */
    public static Optional<RowChange> of(List<TableMirror> mirrors, long mostRows, long mostBytes)
            throws SQLException, OperationRefused {
        RowChange change = new RowChange();
        try {
            for (TableMirror mirror : mirrors) {
                change.add(mirror, mostRows, mostBytes);
            }
            return Optional.of(change);
        } catch (TooMuch e) {
            return Optional.empty();
        }
    }

    /** Ends a search that finds too many rows. */
    private static final class TooMuch extends SQLException {
        private static final long serialVersionUID = 1;
    }

    private void add(TableMirror mirror, long mostRows, long mostBytes) throws SQLException, OperationRefused {
        List<RowDifference> differences = new ArrayList<>();
        mirror.differences().find(difference -> {
            rows += difference.rows();
            requireNoMore(rows <= mostRows);
            differences.add(difference);
        });
        if (differences.isEmpty()) {
            return;
        }
        Part part = new Part(mirror.table(), mirror.packetBytes(), new ArrayList<>(), new ArrayList<>());
        for (RowDifference difference : differences) {
            part.wrong().add(difference.wrong());
            if (difference.right().isPresent()) {
                mirror.read(difference.right().get(), (row, size) -> {
                    bytes += size;
                    // Clients may have added rows since they were counted.
                    requireNoMore(bytes <= mostBytes && part.right().size() < 2 * mostRows);
                    part.right().add(row);
                });
            }
        }
        parts.add(part);
    }

    private static void requireNoMore(boolean fits) throws TooMuch {
        if (!fits) {
            throw new TooMuch();
        }
    }

    /** The number of rows that differ. */
    public long rows() {
        return rows;
    }

    /** Writes all rows or none, in one transaction. */
    public void writeTo(ServerConnection target, String database) throws SQLException {
        if (parts.isEmpty()) {
            return;
        }
        target.jdbc().setAutoCommit(false);
        try {
            BaseTables.hold(
                    target.jdbc(),
                    parts.stream().map(part -> in(database, part).name()).toList());
            for (Part part : parts) {
                for (String wrong : part.wrong()) {
                    TableMirror.delete(target, in(database, part), wrong);
                }
            }
            for (Part part : parts) {
                insert(target, database, part);
            }
            target.jdbc().commit();
        } catch (SQLException e) {
            target.jdbc().rollback();
            throw e;
        } finally {
            target.jdbc().setAutoCommit(true);
        }
    }

    private static void insert(ServerConnection target, String database, Part part) throws SQLException {
        RowWriter writer = new RowWriter(target, in(database, part), part.packetBytes());
        for (byte[] @Nullable [] row : part.right()) {
            writer.add(row);
            if (writer.isFull()) {
                writer.write();
            }
        }
        writer.write();
    }

    private static TableShape in(String database, Part part) {
        return part.table().in(new TableName(database, part.table().name().table()));
    }
}
