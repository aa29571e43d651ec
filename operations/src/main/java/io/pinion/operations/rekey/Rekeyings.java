package io.pinion.operations.rekey;

import io.pinion.operations.engine.BackgroundTasks;
import io.pinion.operations.engine.OperationServices;

/** Changes keys of many rows for operators who ask, each with the rights of the user who asks. Thread-safe. */
public final class Rekeyings extends BackgroundTasks<RekeyTask> {
    public Rekeyings(OperationServices services, UserStatements statements) {
        super(RekeyTask.class, new RekeyWorkflow(services, statements), services);
    }
}
