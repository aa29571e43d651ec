package io.pinion.server.observe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.pinion.config.topology.Account;
import io.pinion.operations.server.Failures;
import io.pinion.server.observe.ServerSnapshot.State;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the results of the last attempts to reach each server, by statements and by the server watch, and passes on
 * the pools' events. A server that was up is down after two failures in a row, since one connection may be lost for
 * many reasons.
 */
public final class ServerContacts implements PoolObserver {
    /** More servers than any cluster has: a topology that keeps changing must not fill the memory. */
    private static final int MAX_SERVERS = 8192;

    private static final int FAILURES_OF_A_SERVER_DOWN = 2;

    /** MySQL's ER_CON_COUNT_ERROR. */
    private static final int TOO_MANY_CONNECTIONS = 1040;

    /** The reason of a server without free connections; the server watch uses the same words. */
    public static final String ALL_TAKEN = Failures.named(TOO_MANY_CONNECTIONS);

    /** A server doesn't report that its disk has room again: so long without another such error counts as the end. */
    private static final Duration NO_ROOM = Duration.ofMinutes(1);

    /** Longer than the proxy goes without trying an account: the tables are read every minute. */
    private static final Duration REFUSED = Duration.ofSeconds(90);

    private final PoolObserver next;
    private volatile Runnable refusals = () -> {};

    /** The last error of each server by a full disk. */
    private final Cache<String, Integer> noRoom;

    /** The last error of each of Pinion's own accounts that a server doesn't let in. */
    private final Cache<Login, Integer> refusedAccounts;

    private final Map<String, Contact> byName = new ConcurrentHashMap<>();

    /** @param failures in a row */
    private record Contact(ServerSnapshot snapshot, int failures) {}

    private record Login(String server, String account) {}

    /** @param next gets all events, too */
    public ServerContacts(PoolObserver next) {
        this(next, Ticker.systemTicker());
    }

    ServerContacts(PoolObserver next, Ticker clock) {
        this.next = next;
        this.noRoom = errors(NO_ROOM, clock);
        this.refusedAccounts = errors(REFUSED, clock);
    }

    private static <K> Cache<K, Integer> errors(Duration remembered, Ticker clock) {
        return Caffeine.newBuilder()
                .expireAfterWrite(remembered)
                .maximumSize(4L * MAX_SERVERS)
                .ticker(clock)
                .executor(Runnable::run)
                .build();
    }

    /** The last known state of a server; unknown when no attempt was made. */
    public ServerSnapshot of(String server) {
        Contact contact = byName.get(server);
        if (contact == null) {
            return new ServerSnapshot(server, State.UNKNOWN, "");
        }
        if (contact.snapshot().state() != State.UP) {
            return contact.snapshot();
        }
        SortedMap<String, Integer> refused = refusedAccounts(server);
        return refused.isEmpty()
                ? contact.snapshot()
                : new ServerSnapshot(
                        server,
                        State.REFUSING,
                        ServerSnapshot.ACCOUNT + refused.firstKey() + ", error " + refused.get(refused.firstKey()));
    }

    /** A server has answered a statement or the server watch. */
    public void answered(String server) {
        if (isRemembered(server)) {
            byName.put(server, new Contact(new ServerSnapshot(server, State.UP, ""), 0));
        }
    }

    /** A server has answered, and takes no more connections. */
    public void isTaken(String server) {
        refuses(server, ALL_TAKEN);
    }

    /**
     * A server has not answered a statement or the server watch.
     *
     * @param reason one line
     */
    public void didNotAnswer(String server, String reason) {
        if (isRemembered(server)) {
            byName.compute(server, (name, before) -> after(name, before, reason));
        }
    }

    /**
     * A server has refused a query or login with an error. It isn't dead, and one such answer is enough to change its
     * state.
     *
     * @param reason one line
     */
    public void refuses(String server, String reason) {
        if (isRemembered(server)) {
            byName.put(server, new Contact(new ServerSnapshot(server, State.REFUSING, reason), 0));
        }
    }

    /** What the server says itself that it lacks; empty when it lacks nothing. */
    public Optional<String> lack(String server) {
        return Optional.ofNullable(byName.get(server))
                .map(Contact::snapshot)
                .filter(contact -> contact.state() == State.REFUSING)
                .map(ServerSnapshot::detail);
    }

    /** The server is there, and doesn't let one of Pinion's accounts in. */
    public void denied(String server, String account, int errorCode) {
        answered(server);
        refusedAccounts.put(new Login(server, account), errorCode);
    }

    /** The last error of each account that the server refuses, by the account's name. */
    public SortedMap<String, Integer> refusedAccounts(String server) {
        SortedMap<String, Integer> refused = new TreeMap<>();
        refusedAccounts.asMap().forEach((login, errorCode) -> {
            if (login.server().equals(server)) {
                refused.put(login.account(), errorCode);
            }
        });
        return refused;
    }

    /** The last error of a statement because of a full disk; empty when the server had none in the last minute. */
    public Optional<Integer> lackOfRoom(String server) {
        return Optional.ofNullable(noRoom.getIfPresent(server));
    }

    @Override
    public void noRoom(String server, int errorCode) {
        noRoom.put(server, errorCode);
        next.noRoom(server, errorCode);
    }

    @Override
    public void opened(String server, long nanos) {
        answered(server);
        next.opened(server, nanos);
    }

    @Override
    public void failed(String server, int errorCode) {
        if (errorCode == TOO_MANY_CONNECTIONS) {
            isTaken(server);
        } else {
            didNotAnswer(server, errorCode == 0 ? "no connection" : Failures.named(errorCode));
        }
        next.failed(server, errorCode);
    }

    @Override
    public void loggedIn(String server, String account) {
        refusedAccounts.invalidate(new Login(server, account));
        next.loggedIn(server, account);
    }

    /**
     * When the data account of all statements is refused for another reason than its password, the server counts as
     * failed; the refusal of another account says nothing about the server.
     */
    @Override
    public void refused(String server, String account, int errorCode) {
        if (account.equals(Account.DATA)) {
            if (Failures.isDenied(errorCode)) {
                denied(server, account, errorCode);
            } else {
                didNotAnswer(server, Failures.named(errorCode));
            }
        }
        next.refused(server, account, errorCode);
        refusals.run();
    }

    /** @param told called each time a server has refused an account; must not block */
    public void onRefusal(Runnable told) {
        refusals = told;
    }

    private static Contact after(String server, @Nullable Contact before, String reason) {
        ServerSnapshot down = new ServerSnapshot(server, State.DOWN, reason);
        if (before == null || !before.snapshot().state().isThere()) {
            return new Contact(down, 1);
        }
        int failures = before.failures() + 1;
        return new Contact(failures < FAILURES_OF_A_SERVER_DOWN ? before.snapshot() : down, failures);
    }

    private boolean isRemembered(String server) {
        return byName.containsKey(server) || byName.size() < MAX_SERVERS;
    }

    @Override
    public void closed(String server, CloseReason reason) {
        next.closed(server, reason);
    }

    @Override
    public void waited(String server, long nanos) {
        next.waited(server, nanos);
    }

    @Override
    public void waitedInVain(String server, long nanos) {
        next.waitedInVain(server, nanos);
    }
}
