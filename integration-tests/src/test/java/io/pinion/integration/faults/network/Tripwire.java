package io.pinion.integration.faults.network;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Stops a connection of a {@link FaultLine} when the one who has connected says something: what it says next, and what it
 * is answered, goes nowhere until the line lets it.
 */
public final class Tripwire {
    /** Where it stops. */
    public enum Side {
        /** What was said doesn't get to the server. */
        BEFORE,
        /** It does, and its answer doesn't get back. */
        BEHIND
    }

    private final Side side;

    /** To be seen one after the other, the last of which trips. */
    private final List<byte[]> words;

    private final CompletableFuture<Void> tripped = new CompletableFuture<>();
    private int seen;

    public Tripwire(Side side, List<byte[]> words) {
        this.side = side;
        this.words = List.copyOf(words);
    }

    public static byte[] text(String words) {
        return words.getBytes(StandardCharsets.UTF_8);
    }

    Side side() {
        return side;
    }

    /** Whether these bytes trip it; it does that once. */
    synchronized boolean sees(byte[] bytes, int count) {
        if (seen == words.size()) {
            return false;
        }
        int from = 0;
        while (true) {
            byte[] next = words.get(seen);
            int at = indexOf(bytes, from, count, next);
            if (at < 0) {
                return false;
            }
            from = at + next.length;
            seen++;
            if (seen == words.size()) {
                return true;
            }
        }
    }

    void trip() {
        tripped.complete(null);
    }

    private static int indexOf(byte[] bytes, int from, int end, byte[] wanted) {
        for (int at = from; at + wanted.length <= end; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    /** Whether it has tripped by then. */
    public boolean await(Duration deadline) throws InterruptedException {
        try {
            tripped.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
