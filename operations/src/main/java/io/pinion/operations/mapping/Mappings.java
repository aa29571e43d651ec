package io.pinion.operations.mapping;

import io.pinion.operations.engine.BackgroundTasks;
import io.pinion.operations.engine.OperationServices;

/** What is done with mappings. */
public final class Mappings {
    private Mappings() {}

    /** Looks at all links of a mapping once, and repairs them where that is wanted. */
    public static BackgroundTasks<MappingTask> checks(OperationServices services) {
        return new BackgroundTasks<>(MappingTask.class, new MappingWorkflow(services), services);
    }

    /** Looks at all links of a mapping again and again, and keeps what it finds. */
    public static BackgroundTasks<MappingWatch> watches(OperationServices services, WatchFindings findings) {
        return new BackgroundTasks<>(MappingWatch.class, new WatchWorkflow(services, findings), services);
    }
}
