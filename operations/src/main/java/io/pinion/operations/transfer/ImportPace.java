package io.pinion.operations.transfer;

import io.pinion.operations.copy.CopyOfOperation;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.transfer.rows.TableCopied;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Leaves clients, and the standbys of the shards' pairs, their share of the servers while rows are carried, and tells
 * how far that is. Called by several threads, one at a time.
 */
final class ImportPace extends CopyOfOperation {
    private static final int NEARLY_ALL = 99;

    private final RunningOperation operation;
    private final long begun = System.nanoTime();

    /** Statements wait: nothing else counts. */
    private volatile boolean hurried;

    private volatile long rowsBefore = -1;
    private volatile long rowsExpected;

    ImportPace(RunningOperation operation, OperationServices services, TransferredRows carried) {
        super(
                operation,
                services,
                logins(carried),
                carried.servers().targets().stream()
                        .flatMap(side -> side.standbyLag().stream())
                        .toList());
        this.operation = operation;
    }

    private static List<ServerLogin> logins(TransferredRows carried) {
        return carried.servers().all().stream()
                .map(side -> side.login().unmarked())
                .toList();
    }

    void hurry(boolean now) {
        hurried = now;
    }

    @Override
    public Optional<String> mustWait() {
        return hurried ? Optional.empty() : super.mustWait();
    }

    // --- how far it is

    /** Of a comparison, or why it waits. */
    @Override
    public void progressed(CopyProgress progress) {
        operation.tellIfMine(
                progress.waitsFor().isEmpty()
                        ? part(progress.rows()) + progress.rows() + " of about "
                                + Math.max(progress.rows(), rowsExpected) + " rows compared"
                        : "waiting: " + progress.waitsFor());
    }

    private String part(long rows) {
        return rowsExpected <= 0 ? "" : Math.min(NEARLY_ALL, rows * 100 / rowsExpected) + " %, ";
    }

    /** @param rows of all tables, by the server's estimate */
    void expect(long rows) {
        rowsExpected = rows;
    }

    /** Tells how many rows are copied. */
    void copied(Collection<TableCopied> tables) {
        long rows = tables.stream().mapToLong(TableCopied::rows).sum();
        if (rowsBefore < 0) {
            rowsBefore = rows;
        }
        double seconds = Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)) / 1000.0;
        double rate = (rows - rowsBefore) / seconds;
        String left =
                rate <= 0 || rowsExpected <= rows ? "" : ", about " + (long) ((rowsExpected - rows) / rate) + " s left";
        operation.tellIfMine(part(rows) + rows + " of about " + Math.max(rows, rowsExpected) + " rows at "
                + String.format(Locale.ROOT, "%.0f", rate) + " rows/s" + left);
    }
}
