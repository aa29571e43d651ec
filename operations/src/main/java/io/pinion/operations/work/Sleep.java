package io.pinion.operations.work;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A moment between two looks at a server or at ZooKeeper. */
public final class Sleep {
    private Sleep() {}

    /** What is waited for. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** Asks again and again until it holds, or the time is over: false then. Blocks. */
    public static <E extends Exception> boolean until(Duration most, long everyMillis, Condition<E> condition)
            throws E {
        long end = System.nanoTime() + most.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            ofMillis(everyMillis);
        }
        return true;
    }

    /** Blocks for so long. An operation ends by its deadlines, or when it is asked to: nobody interrupts its threads. */
    public static void ofMillis(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the threads of operations", e);
        }
    }
}
