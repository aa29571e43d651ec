package io.pinion.server.frontend;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.net.InetAddress;
import java.time.Duration;

/**
 * How long the answer to a failed login waits: from an address that has failed often within a minute, longer with each
 * further failure. Only the answers to failures wait; {@link LoginTurns} bounds how many do.
 * Thread-safe; knows a bounded number of addresses, and forgets those first that haven't failed for long.
 */
public final class LoginDelays {
    /** A series of failures ends when an address hasn't failed for so long. */
    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final long FIRST_MILLIS = 100;
    private static final int MAX_ADDRESSES = 10_000;

    /** Doubled more often, the first step is beyond any bound. */
    private static final int MAX_DOUBLINGS = 20;

    private final int freeFailures;
    private final long longestMillis;
    private final Cache<InetAddress, Integer> failures;

    /**
     * @param freeFailures so many failures of one address are answered at once
     * @param longestMillis the bound of the steps; 0 answers all at once
     */
    public LoginDelays(int freeFailures, long longestMillis) {
        this(freeFailures, longestMillis, Ticker.systemTicker());
    }

    LoginDelays(int freeFailures, long longestMillis, Ticker clock) {
        this.freeFailures = freeFailures;
        this.longestMillis = longestMillis;
        this.failures = Caffeine.newBuilder()
                .maximumSize(MAX_ADDRESSES)
                .expireAfterWrite(WINDOW)
                .ticker(clock)
                // On the event loops, where it is little work, instead of the common pool.
                .executor(Runnable::run)
                .build();
    }

    /** Counts a failure of this address. Returns the time that its answer waits. */
    long failedMillis(InetAddress address) {
        int count = failures.asMap().merge(address, 1, Integer::sum);
        int beyond = count - freeFailures;
        return beyond <= 0 ? 0 : Math.min(longestMillis, FIRST_MILLIS << Math.min(beyond - 1, MAX_DOUBLINGS));
    }

    /** How many addresses are known. */
    long addresses() {
        failures.cleanUp();
        return failures.estimatedSize();
    }
}
