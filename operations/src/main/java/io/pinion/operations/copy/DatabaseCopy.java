package io.pinion.operations.copy;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableTexts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the databases of a snapshot on another server, exactly. The target logs the copy like clients' writes, so that
 * its standby gets it too, unless told otherwise. AUTO_INCREMENT is copied as it is when a table is made; numbers that
 * are drawn from it later are not.
 *
 * <p>Each value travels as the bytes that the server stores, or as a text that means just that value. The one exception
 * is a date inside a JSON value, which arrives as a string: MySQL's JSON text doesn't tell them apart. Blocks; one run,
 * by one thread.
 */
public final class DatabaseCopy {
    /** The timeout for one answer of the target. */
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);

    private static final int LOCK_TIMEOUT_SECONDS = 30;
    private static final int DATABASE_EXISTS = 1007;

    private final Snapshot source;
    private final ServerLogin targetLogin;
    private final CopyControl control;
    private final boolean logged;
    private final Throttle throttle;
    private final List<String> made = new ArrayList<>();
    private int tablesDone;
    private long rows;
    private long bytes;
    private long bytesExpected;
    private long packetBytes;

    /** A copy that the target logs. */
    public DatabaseCopy(Snapshot source, ServerLogin target, CopySpeed speed, CopyControl control) {
        this(source, target, speed, control, true);
    }

    /**
     * @param target as the operator, whose writes it must accept
     * @param logged whether the target logs the copy like clients' writes; otherwise no replica gets it
     */
    public DatabaseCopy(Snapshot source, ServerLogin target, CopySpeed speed, CopyControl control, boolean logged) {
        this.logged = logged;
        this.source = source;
        this.targetLogin = target;
        this.control = control;
        this.throttle = new Throttle(speed, control);
    }

    /**
     * The problems that keep databases from being copied exactly, or to this target: each in words with the way out;
     * empty when there are none. Changes nothing.
     */
    public static List<String> problems(ServerConnection source, ServerConnection target, Collection<String> databases)
            throws SQLException {
        return problems(source, target, databases, databases);
    }

    /** @param absent those of the databases that the target must not have */
    public static List<String> problems(
            ServerConnection source, ServerConnection target, Collection<String> databases, Collection<String> absent)
            throws SQLException {
        try {
            return CopyCheck.of(source, target, databases, absent).problems();
        } catch (Throttle.Cancelled e) {
            throw new IllegalStateException("nobody cancels it", e);
        }
    }

    /**
     * Drops databases that a copy has left on the target, so that another copy may begin. The caller knows that they
     * are leftovers, and uses its own connection: a proxy that takes the work over kills that connection first.
     */
    public static void discard(ServerConnection target, Collection<String> databases) throws SQLException {
        target.execute(dropping(databases));
        target.execute(List.of("SET SESSION foreign_key_checks=DEFAULT, lock_wait_timeout=DEFAULT"));
    }

    /** The same without logging it, so that no replica gets it. */
    public static void discardUnlogged(ServerConnection target, Collection<String> databases) throws SQLException {
        target.execute(List.of("SET SESSION sql_log_bin=0"));
        discard(target, databases);
        target.execute(List.of("SET SESSION sql_log_bin=1"));
    }

    private static List<String> dropping(Collection<String> databases) {
        List<String> statements = new ArrayList<>();
        statements.add("SET SESSION foreign_key_checks=0, lock_wait_timeout=" + LOCK_TIMEOUT_SECONDS);
        databases.forEach(database -> statements.add("DROP DATABASE IF EXISTS " + SqlText.quoteName(database)));
        return statements;
    }

    /** @param logged whether the target logs the drops */
    public static void discard(ServerLogin target, Collection<String> databases, boolean logged) throws SQLException {
        try (ServerConnection connection = target.open(LONGEST_ANSWER)) {
            connection.execute(List.of("SET SESSION sql_log_bin=" + (logged ? 1 : 0)));
            connection.execute(dropping(databases));
        }
    }

    /**
     * Copies. When the copy ends early, it drops what it has made, if the target can be reached.
     *
     * @return the final progress
     * @throws CopyRefused before anything was done
     * @throws SQLException before anything was done
     */
    public CopyProgress run() throws SQLException, CopyRefused, CopyBroken {
        try (ServerConnection target = targetLogin.open(LONGEST_ANSWER)) {
            List<String> problems = CopyCheck.of(source, target, control).problems();
            if (!problems.isEmpty()) {
                throw new CopyRefused(problems);
            }
            target.execute(settings(target));
            packetBytes = CopyCheck.packetBytes(target);
            List<TableShape> shapes = shapes();
            if (!control.mayBegin()) {
                throw new Throttle.Cancelled("cancelled");
            }
            makeDatabases(target);
            for (HeldTable table : source.tables()) {
                makeTable(target, table);
            }
            for (TableShape shape : shapes) {
                fill(target, shape);
                tablesDone++;
            }
            control.progressed(progress(""));
            return progress("");
        } catch (SQLException | Throttle.Cancelled e) {
            source.abort();
            if (made.isEmpty() && e instanceof SQLException failed) {
                throw failed;
            }
            throw broken(e);
        }
    }

    /** Settings with which the server warns of each value that it would change. */
    private List<String> settings(ServerConnection target) {
        List<String> settings = RowWriter.settings(target, LOCK_TIMEOUT_SECONDS);
        settings.add("SET SESSION sql_log_bin=" + (logged ? 1 : 0));
        return settings;
    }

    private List<TableShape> shapes() throws SQLException {
        List<TableShape> shapes = new ArrayList<>();
        for (HeldTable table : source.tables()) {
            TableShape shape = TableShape.read(table);
            bytesExpected += shape.bytes();
            shapes.add(shape);
        }
        return shapes;
    }

    private void makeDatabases(ServerConnection target) throws SQLException, Throttle.Cancelled {
        for (String database : source.databases()) {
            throttle.pace(0, 0, this::waits);
            String definition = definition(source.server(), database);
            made.add(database);
            try {
                target.execute(List.of(definition));
            } catch (SQLException e) {
                if (e.getErrorCode() == DATABASE_EXISTS) {
                    made.remove(database); // Another client's database.
                }
                throw e;
            }
        }
    }

    private void makeTable(ServerConnection target, HeldTable table) throws SQLException, Throttle.Cancelled {
        throttle.pace(0, 0, this::waits);
        String definition = table.definition();
        TableTexts.requireDefinition(definition, table.toString());
        target.execute(List.of("USE " + SqlText.quoteName(table.name().database()), definition));
        TableDefinition wanted = TableDefinition.read(table);
        TableDefinition made =
                BaseTables.asking(target.jdbc(), List.of(table.name()), held -> TableDefinition.read(held.getFirst()));
        if (!made.equals(wanted)) {
            throw new SQLException("the target makes another table of " + table + " than it is: it has "
                    + made.missingIn(wanted).orElse("nothing else") + " where the source has "
                    + wanted.missingIn(made).orElse("nothing") + "; compare the servers' settings for tables");
        }
    }

    private static String definition(ServerConnection server, String database) throws SQLException {
        return Answers.first(
                        server.jdbc(), "SHOW CREATE DATABASE " + SqlText.quoteName(database), row -> row.getString(2))
                .orElseThrow();
    }

    private void fill(ServerConnection target, TableShape shape) throws SQLException, Throttle.Cancelled {
        int columns = shape.stored().size();
        RowWriter writer = new RowWriter(target, shape, packetBytes);
        try (Statement statement =
                source.connection().createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // Connector/J's value for "row by row": otherwise it would hold the whole table.
            statement.setFetchSize(Integer.MIN_VALUE);
            statement.setEscapeProcessing(false);
            ResultSet found = statement.executeQuery(shape.select());
            try {
                while (found.next()) {
                    writer.add(row(found, columns));
                    if (writer.isFull()) {
                        write(writer);
                    }
                }
            } catch (SQLException | Throttle.Cancelled e) {
                // Closing the result would read the rest of it.
                source.abort();
                throw e;
            }
            found.close();
            write(writer);
        }
    }

    private byte[] @Nullable [] row(ResultSet found, int columns) throws SQLException {
        byte[][] row = new byte[columns][];
        for (int column = 0; column < columns; column++) {
            row[column] = found.getBytes(column + 1);
            bytes += row[column] == null ? 0 : row[column].length;
        }
        rows++;
        return row;
    }

    private void write(RowWriter writer) throws SQLException, Throttle.Cancelled {
        writer.writeWhileHeld();
        control.progressed(progress(""));
        throttle.pace(rows, bytes, this::waits);
    }

    private void waits(String reason) {
        control.progressed(progress(reason));
    }

    private CopyProgress progress(String waitsFor) {
        return new CopyProgress(
                tablesDone, source.tables().size(), rows, bytes, bytesExpected, throttle.elapsed(), waitsFor);
    }

    // --- an early end

    private CopyBroken broken(Exception why) {
        boolean cancelled = why instanceof Throttle.Cancelled;
        String message = "the copy from " + source.server() + " to " + targetLogin + " has ended: " + why.getMessage();
        if (!control.mayDiscard()) {
            return new CopyBroken(message, cancelled, why);
        }
        try {
            discard(targetLogin, made, logged);
            return new CopyBroken(message + "; what it had made there is dropped again", cancelled, why);
        } catch (SQLException e) {
            return new CopyBroken(
                    message + "; what it had made there is left, since " + e.getMessage() + ": DROP DATABASE "
                            + String.join(", ", made) + " there, one by one, before another copy",
                    cancelled,
                    why);
        }
    }
}
