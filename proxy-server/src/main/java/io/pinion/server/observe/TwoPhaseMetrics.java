package io.pinion.server.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;

/** Counts branches of two-phase commits that recovery had to finish. Thread-safe. */
public final class TwoPhaseMetrics {
    private final MeterRegistry registry;
    private final Counter committed;
    private final Counter rolledBack;

    public TwoPhaseMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.committed = recovered("committed");
        this.rolledBack = recovered("rolled_back");
    }

    private Counter recovered(String outcome) {
        return Counter.builder("pinion.xa.recovered.branches")
                .description("Branches of two-phase commits that this proxy's recovery has finished, by outcome")
                .tag("outcome", outcome)
                .register(registry);
    }

    /** Adds the results of one run of recovery. */
    public void recovered(int ofCommitted, int ofRolledBack) {
        committed.increment(ofCommitted);
        rolledBack.increment(ofRolledBack);
    }

    /** @param inDoubt gives the number of branches in doubt at recovery's last run */
    public void watch(IntSupplier inDoubt) {
        Gauge.builder("pinion.xa.in.doubt.branches", inDoubt, IntSupplier::getAsInt)
                .description("Branches of two-phase commits that waited to be finished when recovery last looked")
                .strongReference(true)
                .register(registry);
    }
}
