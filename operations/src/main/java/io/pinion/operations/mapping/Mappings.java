package io.pinion.operations.mapping;

import io.pinion.operations.engine.BackgroundTasks;
import io.pinion.operations.engine.OperationServices;

/** Looks at the links of mappings for operators who ask, and repairs them where that is wanted. Thread-safe. */
public final class Mappings extends BackgroundTasks<MappingTask> {
    public Mappings(OperationServices services) {
        super(MappingTask.class, new MappingWorkflow(services), services);
    }
}
