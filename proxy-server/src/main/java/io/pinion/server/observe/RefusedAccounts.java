package io.pinion.server.observe;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Remembers which of Pinion's own accounts a server doesn't let in: until it does, or nobody has tried for longer than
 * the proxy goes without asking a server. Thread-safe; doesn't block.
 */
public final class RefusedAccounts {
    /** The tables are read every minute. */
    private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(90);

    /** More servers than any cluster has, with each of the accounts. */
    private static final int MOST = 32_768;

    private final LongSupplier nanos;
    private final Map<Login, Told> byLogin = new ConcurrentHashMap<>();

    private record Login(String server, String account) {}

    private record Told(int errorCode, long atNanos) {}

    /** @param nanos a clock, such as {@link System#nanoTime} */
    RefusedAccounts(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void told(String server, String account, int errorCode) {
        Login login = new Login(server, account);
        if (byLogin.size() < MOST || byLogin.containsKey(login)) {
            byLogin.put(login, new Told(errorCode, nanos.getAsLong()));
        }
    }

    void ended(String server, String account) {
        byLogin.remove(new Login(server, account));
    }

    /** The last error of each account that the server refuses, by the account's name. */
    public SortedMap<String, Integer> of(String server) {
        SortedMap<String, Integer> refused = new TreeMap<>();
        byLogin.forEach((login, told) -> {
            if (login.server().equals(server) && nanos.getAsLong() - told.atNanos() <= REMEMBERED_NANOS) {
                refused.put(login.account(), told.errorCode());
            }
        });
        return refused;
    }
}
