package io.pinion.operations.copy;

import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.BeforeDrop;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

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

    /** Connections that make tables, each some databases at least. */
    private static final int MAKERS = 4;

    private static final int DATABASES_EACH = 16;

    private final Snapshot source;
    private final ServerLogin targetLogin;
    private final CopyControl control;
    private final boolean logged;
    private final Pace pace;
    private final CopiedDatabases making;
    private int tablesMade;
    private int tablesDone;

    /** By the server's estimates: in all, of the tables that are done, and of the one that gets rows. */
    private long bytesExpected;

    private long bytesExpectedOfDone;
    private long bytesExpectedNow;

    private long bytesOfDone;
    private long packetBytes;

    /**
     * @param target as the operator, whose writes it must accept
     * @param logged whether the target logs the copy like clients' writes; otherwise no replica gets it
     */
    public DatabaseCopy(Snapshot source, ServerLogin target, CopySpeed speed, CopyControl control, boolean logged) {
        this.logged = logged;
        this.source = source;
        this.targetLogin = target;
        this.control = control;
        this.pace = new Pace(speed, control, this::progress);
        this.making = new CopiedDatabases(this::makes);
    }

    /**
     * The problems that keep databases from being copied exactly, or to this target: each in words with the way out;
     * empty when there are none. Changes nothing.
     *
     * @param absent those of the databases that the target must not have
     * @param control is told how far it is, and doesn't cancel
     */
    public static List<String> problems(
            ServerConnection source,
            ServerConnection target,
            Collection<String> databases,
            Collection<String> absent,
            CopyControl control)
            throws SQLException, OperationRefused {
        return CopyCheck.of(source, target, databases, absent, control).problems();
    }

    /**
     * Drops databases that a copy has left on the target, so that another copy may begin. The caller knows that they
     * are leftovers, and uses its own connection: a proxy that takes the work over kills that connection first.
     */
    public static <E extends Exception> void discard(
            ServerConnection target, Collection<String> databases, BeforeDrop<E> before) throws SQLException, E {
        target.execute(List.of("SET SESSION foreign_key_checks=0, lock_wait_timeout=" + LOCK_TIMEOUT_SECONDS));
        try {
            for (String database : databases) {
                before.check(database);
                target.execute(List.of("DROP DATABASE IF EXISTS " + SqlText.quoteName(database)));
            }
        } finally {
            // On MySQL the DEFAULT of foreign_key_checks is off.
            target.execute(List.of("SET SESSION foreign_key_checks=1, lock_wait_timeout=DEFAULT"));
        }
    }

    /** The same without logging it, so that no replica gets it. */
    public static <E extends Exception> void discardUnlogged(
            ServerConnection target, Collection<String> databases, BeforeDrop<E> before) throws SQLException, E {
        target.execute(List.of("SET SESSION sql_log_bin=0"));
        try {
            discard(target, databases, before);
        } finally {
            target.execute(List.of("SET SESSION sql_log_bin=1"));
        }
    }

    /**
     * Copies. When the copy ends early, what it has made is its caller's to drop: another proxy may work on it by then.
     *
     * @return the final progress
     * @throws OperationRefused also before anything was done; what it {@link OperationRefused#leaves} says so
     * @throws SQLException before anything was done
     */
    public CopyProgress run() throws SQLException, OperationRefused {
        try (ServerConnection target = targetLogin.open(LONGEST_ANSWER)) {
            List<TableShape> shapes = make(target);
            pace.beginsNow();
            for (TableShape shape : shapes) {
                bytesExpectedNow = shape.bytes();
                fill(target, shape);
                tablesDone++;
                bytesExpectedOfDone += shape.bytes();
                bytesOfDone = pace.bytes();
            }
            pace.tell("");
            return pace.progress("").orElseThrow();
        } catch (SQLException | OperationRefused e) {
            source.abort();
            if (making.made().isEmpty()) {
                throw e;
            }
            throw OperationRefused.halfDone(
                    "the copy from " + source.server() + " to " + targetLogin + " has ended: " + e.getMessage());
        }
    }

    /** Settings with which the server warns of each value that it would change. */
    private List<String> settings(ServerConnection target) {
        List<String> settings = RowWriter.settings(target, LOCK_TIMEOUT_SECONDS);
        settings.add("SET SESSION sql_log_bin=" + (logged ? 1 : 0));
        return settings;
    }

    /** Makes all, without rows. */
    private List<TableShape> make(ServerConnection target) throws SQLException, OperationRefused {
        try (ServerConnection asked = source.openToAsk()) {
            List<HeldTable> tables = source.tables().stream()
                    .map(table -> table.askedOn(asked.jdbc()))
                    .toList();
            List<String> problems = CopyCheck.of(source.databases(), asked, tables, target, control)
                    .problems();
            if (!problems.isEmpty()) {
                throw OperationRefused.of(problems);
            }
            target.execute(settings(target));
            packetBytes = RowWriter.packetBytes(target);
            List<TableShape> shapes = new ArrayList<>();
            for (int from = 0; from < tables.size(); from += CopyCheck.ASKED_AT_ONCE) {
                shapes.addAll(ShapeReader.of(
                        tables.subList(from, Math.min(tables.size(), from + CopyCheck.ASKED_AT_ONCE)),
                        asked.dialect()));
            }
            shapes.forEach(shape -> bytesExpected += shape.bytes());
            make(target, new CopiedDatabases.Wanted(source.databases(), asked, tables));
            return shapes;
        }
    }

    /** All logins come before the control is asked: whoever goes on with the work behind that ends them. */
    private void make(ServerConnection target, CopiedDatabases.Wanted wanted) throws SQLException, OperationRefused {
        List<ServerConnection> targets = new ArrayList<>(List.of(target));
        try {
            for (int i = 1;
                    i < MAKERS && i * DATABASES_EACH < source.databases().size();
                    i++) {
                ServerConnection another = targetLogin.open(LONGEST_ANSWER);
                targets.add(another);
                another.execute(settings(another));
            }
            control.begins();
            making.run(wanted, targets);
        } finally {
            targets.subList(1, targets.size()).forEach(ServerConnection::close);
        }
    }

    private void makes(int tables) throws OperationRefused {
        pace.keep();
        tablesMade = tables;
        pace.tell("");
    }

    private void fill(ServerConnection target, TableShape shape) throws SQLException, OperationRefused {
        RowWriter writer = new RowWriter(target, shape, packetBytes);
        RowReader.<OperationRefused>read(source.connection(), shape, "", (row, bytes) -> {
            writer.add(row);
            pace.count(1, bytes);
            if (writer.isFull()) {
                write(writer);
            }
        });
        write(writer);
    }

    private void write(RowWriter writer) throws SQLException, OperationRefused {
        try {
            writer.writeWhileHeld();
            pace.wrote(0, 0);
        } catch (SQLException | OperationRefused e) {
            // Otherwise the rest of the table would be read.
            source.abort();
            throw e;
        }
    }

    private Optional<CopyProgress> progress(long rows, long bytes, Duration elapsed, String waitsFor) {
        long reached = bytesExpectedOfDone + Math.min(bytes - bytesOfDone, bytesExpectedNow);
        return Optional.of(new CopyProgress(
                tablesMade,
                tablesDone,
                source.tables().size(),
                rows,
                bytes,
                CopyProgress.expected(bytes, reached, bytesExpected),
                elapsed,
                waitsFor));
    }
}
