package io.pinion.operations.export;

import io.pinion.operations.copy.CopyOfOperation;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.server.ServerLogin;
import java.util.List;

/** Limits all threads of an export, or of what is restored from one, together: while one has to wait, all do. Thread-safe; blocks. */
public final class ExportPace extends CopyOfOperation {
    private final Pace pace;

    /** @param standbys that are read, or the servers that get rows */
    public ExportPace(OperationServices services, RunningOperation operation, List<ServerLogin> standbys) {
        super(operation, services, standbys, List.of());
        this.pace = new Pace(services.copies().speed(), this);
    }

    /** Call it for each piece of what is read; waits until the next one may be. */
    public void read(long rows, long bytes) throws OperationRefused {
        pace.wrote(rows, bytes);
    }
}
