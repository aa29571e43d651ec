package io.pinion.operations.copy;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.SentFile;
import io.pinion.operations.server.ServerConnection;
import java.io.ByteArrayInputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes rows into one table as files, by LOAD DATA LOCAL: a server works about a quarter less on them than on INSERTs
 * of the same rows, whose text it has to parse. They take the place of rows with one of their unique values. Blocks;
 * for one thread.
 */
public final class RowLoader {
    /** For fewer, the question for the file and its answer cost more than is won. */
    public static final int FEWEST = 50;

    private static final int MOST_ROWS = 5_000;
    private static final int MOST_BYTES = 1 << 20;

    /**
     * A column of these types may have AUTO_INCREMENT. Where something is SET, MariaDB forgets that the file has given it a
     * value (fill_record in sql_base.cc), and 0 would become the next number in spite of NO_AUTO_VALUE_ON_ZERO: it is
     * SET, too.
     */
    private static final Set<String> MAY_COUNT =
            Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "float", "double");

    private final ServerConnection target;
    private final String statement;
    private final WrittenRows written;

    /** @param target that takes files ({@link SentFile#isTaken}) */
    public RowLoader(ServerConnection target, TableShape table) {
        this.target = target;
        this.statement = statement(table, target.dialect());
        this.written = new WrittenRows(table);
    }

    private static String statement(TableShape table, Dialect dialect) {
        List<String> fields = new ArrayList<>();
        List<String> set = new ArrayList<>();
        boolean sets = table.stored().stream().anyMatch(column -> isComputed(column, dialect));
        for (ColumnShape column : table.stored()) {
            if (isComputed(column, dialect) || (sets && MAY_COUNT.contains(column.type()))) {
                String variable = "@pinion_field_" + fields.size();
                fields.add(variable);
                set.add(column.quoted() + " = " + column.write(dialect).replace("?", variable));
            } else {
                fields.add(column.quoted());
            }
        }
        // Bytes are what they are, as after _binary in a text.
        return "LOAD DATA LOCAL INFILE 'rows' REPLACE INTO TABLE "
                + table.name().quoted() + " CHARACTER SET binary (" + String.join(", ", fields) + ")"
                + (set.isEmpty() ? "" : " SET " + String.join(", ", set));
    }

    private static boolean isComputed(ColumnShape column, Dialect dialect) {
        return !column.write(dialect).equals("?");
    }

    /**
     * Writes rows in one statement or several; the caller holds the table.
     *
     * @param lines of {@link RowLine}
     */
    public void write(List<byte[]> lines) throws SQLException {
        int from = 0;
        while (from < lines.size()) {
            int to = from;
            long bytes = 0;
            while (to < lines.size() && to - from < MOST_ROWS && (to == from || bytes < MOST_BYTES)) {
                bytes += lines.get(to).length;
                to++;
            }
            load(lines.subList(from, to), Math.toIntExact(bytes));
            from = to;
        }
    }

    private void load(List<byte[]> lines, int bytes) throws SQLException {
        byte[] file = new byte[bytes];
        int length = 0;
        for (byte[] line : lines) {
            System.arraycopy(line, 0, file, length, line.length);
            length += line.length;
        }
        SentFile.Loaded loaded = SentFile.load(target.jdbc(), statement, new ByteArrayInputStream(file));
        written.requireUnchanged(loaded.warning());
        written.requireReplaced(loaded.rows(), lines.size());
    }
}
