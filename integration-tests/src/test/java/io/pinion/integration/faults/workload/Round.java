package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.history.Appends;
import io.pinion.integration.faults.history.Payments;

/** What was written since the tables were emptied last. */
record Round(Appends appends, Payments payments) {
    /** On each account. */
    static final long MONEY = 1_000;

    Round() {
        this(new Appends(), new Payments(MONEY));
    }
}
