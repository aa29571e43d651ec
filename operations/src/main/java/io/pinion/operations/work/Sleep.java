package io.pinion.operations.work;

import java.util.concurrent.TimeUnit;

/** A moment between two looks at a server or at ZooKeeper. */
public final class Sleep {
    private Sleep() {}

    /** Blocks for so long. An operation ends by its deadlines, or when it is asked to: nobody interrupts its threads. */
    public static void ofMillis(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the threads of operations", e);
        }
    }
}
