package io.pinion.server.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.function.IntSupplier;

/** Waits for what happens on another thread or in another process, with a deadline. */
public final class Conditions {
    /** For what many clients do on a busy machine. */
    public static final Duration LONG = Duration.ofMinutes(1);

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final Duration STANDSTILL = Duration.ofMillis(300);

    private Conditions() {}

    /** What may hold by and by. What it throws ends the waiting. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** Within half a minute. */
    public static void await(Condition condition) {
        await("it", DEADLINE, condition);
    }

    /** @param what is waited for, as the failure names it */
    public static void await(String what, Duration deadline, Condition condition) {
        Instant end = Instant.now().plus(deadline);
        try {
            boolean late = false;
            while (!condition.holds()) {
                if (late) {
                    throw new AssertionError(what + " didn't happen within " + deadline);
                }
                Thread.sleep(5);
                // Then it is looked at once more: the whole process may have stood still.
                late = Instant.now().isAfter(end);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting: " + what, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(what + " can't happen any more: " + e.getMessage(), e);
        }
    }

    /** What {@code number} is when it has stood still for a while. */
    public static int settled(IntSupplier number) {
        int[] seen = {number.getAsInt()};
        Instant[] since = {Instant.now()};
        await(() -> {
            int now = number.getAsInt();
            if (now != seen[0]) {
                seen[0] = now;
                since[0] = Instant.now();
            }
            return Duration.between(since[0], Instant.now()).compareTo(STANDSTILL) > 0;
        });
        return seen[0];
    }
}
