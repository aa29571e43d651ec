package io.pinion.operations.account;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.PairAccounts.State;
import io.pinion.operations.engine.OperationOutcome.Failed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Compares the managed accounts on all servers again and again, has differences repaired, and knows the problems that
 * are left. Has a thread of its own; any thread may read the problems.
 */
public final class AccountWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AccountWatch.class);

    private static final String PINION = "pinion";

    /** The least pause between two looks, however often a look is asked for. */
    private static final long SHORTEST_PAUSE_MILLIS = 200;

    /** The logins that one look tests; later looks test the others in turn. */
    private static final int LOGINS_AT_ONCE = 20;

    /** The most reasons in one line of the log; there is one difference for each account and server. */
    private static final int REASONS_TOLD = 6;

    private final Supplier<Topology> topology;
    private final AccountSyncs sync;
    private final Duration every;
    private final Semaphore wanted = new Semaphore(0);
    private final Thread thread;

    private volatile Seen seen = new Seen(Set.of(), Map.of(), List.of(), Set.of());

    private volatile Look last = new Look(Set.of(), new CompletableFuture<>());

    /** Whether a look is under way, which may have begun under the topology of before. */
    private volatile boolean looking;

    private volatile boolean closed;
    private int turn;
    private LeftDifferences left = LeftDifferences.NONE;

    /**
     * The result of the last look.
     *
     * @param accounts the managed accounts that were compared
     * @param problems by account; those of no single account are under the empty text
     * @param unknown why servers couldn't be asked
     * @param underRepair the problems that a repair is ending now, but for rights that are too broad
     */
    private record Seen(
            Set<Account> accounts, Map<String, List<String>> problems, List<String> unknown, Set<String> underRepair) {}

    /**
     * A look that has ended, with its repairs.
     *
     * @param accounts the managed accounts that were compared
     * @param next completed when the look behind it has ended
     */
    private record Look(Set<Account> accounts, CompletableFuture<@Nullable Void> next) {}

    private AccountWatch(Supplier<Topology> topology, AccountSyncs sync, Duration every) {
        this.topology = topology;
        this.sync = sync;
        this.every = every;
        this.thread = Thread.ofPlatform().daemon().name("pinion-account-watch").unstarted(this::run);
    }

    /** @param topology the running one */
    public static AccountWatch start(Supplier<Topology> topology, AccountSyncs sync, Duration every) {
        AccountWatch watch = new AccountWatch(topology, sync, every);
        watch.thread.start();
        return watch;
    }

    /**
     * Asks for a look as soon as possible, since the topology has changed or a server has refused an account. Doesn't
     * block.
     */
    public void lookSoon() {
        wanted.release();
    }

    /**
     * Completed once the managed accounts of the topology in use, and no others, have been looked at on the servers, and
     * made or locked; what couldn't be done is a problem.
     */
    public CompletionStage<?> lookedAt() {
        boolean underWay = looking;
        Look look = last;
        return !underWay && look.accounts().equals(managed(topology.get()))
                ? CompletableFuture.completedStage(null)
                : look.next().thenCompose(ended -> lookedAt());
    }

    /**
     * The problems of an account, a line each; empty when all is well. A managed account has its differences and the
     * reasons why it can't be compared; of the accounts that people make, {@code data} has its surplus rights.
     */
    public List<String> problemsOf(Account account) {
        Seen now = seen;
        if (!account.isManaged()) {
            return now.problems().getOrDefault(account.name(), List.of());
        }
        if (!now.accounts().contains(account)) {
            return List.of("not looked at yet");
        }
        List<String> lines = new ArrayList<>(now.problems().getOrDefault(account.name(), List.of()));
        lines.addAll(now.problems().getOrDefault("", List.of()));
        lines.addAll(now.unknown());
        return lines;
    }

    /**
     * The problems of all accounts. A server that is down is reported elsewhere, and what is under repair is none unless
     * the repair leaves it.
     */
    public List<String> problems() {
        Seen now = seen;
        return now.problems().values().stream()
                .flatMap(List::stream)
                .distinct()
                .filter(problem -> !now.underRepair().contains(problem))
                .toList();
    }

    private void run() {
        try {
            while (!closed) {
                lookOrFail();
                TimeUnit.MILLISECONDS.sleep(SHORTEST_PAUSE_MILLIS);
                wanted.tryAcquire(every.toMillis(), TimeUnit.MILLISECONDS);
                wanted.drainPermits();
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookOrFail() {
        try {
            look();
        } catch (RuntimeException e) {
            log.error("The accounts on the servers can't be looked at", e);
            seen = new Seen(
                    seen.accounts(),
                    Map.of("", List.of("the accounts on the servers can't be looked at: " + e.getMessage())),
                    List.of(),
                    Set.of());
        }
    }

    private void look() {
        looking = true;
        Topology now = topology.get();
        Map<Pair, State> states = sync.look(now, logins(now));
        List<AccountDifference> differences = differences(states);
        List<String> failure = List.of();
        if (left.mayRepair(now, differences, System.nanoTime())) {
            Set<String> underRepair = differences.stream()
                    .filter(difference -> !difference.broader())
                    .map(AccountDifference::words)
                    .collect(Collectors.toSet());
            seen = seen(now, states, List.of(), underRepair);
            failure = mended(differences);
            states = sync.look(now, account -> false);
            List<AccountDifference> behind = failure.isEmpty() ? differences(states) : differences;
            left = LeftDifferences.of(now, differences, behind, System.nanoTime());
        }
        seen = seen(now, states, failure, Set.of());
        ended(now);
    }

    private void ended(Topology now) {
        Look before = last;
        last = new Look(managed(now), new CompletableFuture<>());
        looking = false;
        before.next().complete(null);
    }

    private static Set<Account> managed(Topology topology) {
        return topology.accounts().values().stream().filter(Account::isManaged).collect(Collectors.toSet());
    }

    private static List<AccountDifference> differences(Map<Pair, State> states) {
        return states.values().stream().flatMap(state -> state.all().stream()).toList();
    }

    /** @return why the repair failed; empty when it succeeded */
    private List<String> mended(List<AccountDifference> differences) {
        tell(differences);
        try {
            sync.startIfNeeded(PINION).toCompletableFuture().join();
            return List.of();
        } catch (CompletionException e) {
            String reason = Failed.of(e).message();
            log.atWarn().addKeyValue("reason", reason).log("Accounts on servers can't be mended");
            return List.of(reason);
        }
    }

    /** A new cluster has no managed accounts at first, so only rights that are too broad are a warning. */
    private static void tell(List<AccountDifference> differences) {
        boolean broader = differences.stream().anyMatch(AccountDifference::broader);
        log.atLevel(broader ? Level.WARN : Level.INFO)
                .addKeyValue("differences", differences.size())
                .addKeyValue(
                        "reasons",
                        differences.stream()
                                .map(AccountDifference::words)
                                .limit(REASONS_TOLD)
                                .collect(Collectors.joining("; ")))
                .log("Accounts on servers aren't as the topology has them, and are being mended");
    }

    private static Seen seen(Topology now, Map<Pair, State> states, List<String> failure, Set<String> underRepair) {
        Map<String, List<String>> problems = new HashMap<>();
        for (AccountDifference difference : differences(states)) {
            problems.computeIfAbsent(difference.account(), none -> new ArrayList<>())
                    .add(difference.words());
        }
        for (State state : states.values()) {
            if (!state.ofData().isEmpty()) {
                problems.computeIfAbsent(Account.DATA, none -> new ArrayList<>())
                        .addAll(state.ofData());
            }
        }
        if (!failure.isEmpty()) {
            problems.computeIfAbsent("", none -> new ArrayList<>()).addAll(failure);
        }
        List<String> unknown = states.values().stream()
                .flatMap(state -> state.unknown().stream())
                .toList();
        return new Seen(managed(now), problems, unknown, underRepair);
    }

    /** Chooses some accounts for each look, in turn. */
    private AccountCheck.Logins logins(Topology now) {
        List<String> managed = now.accounts().values().stream()
                .filter(Account::isManaged)
                .map(Account::name)
                .toList();
        int first = turn;
        turn = managed.isEmpty() ? 0 : (turn + LOGINS_AT_ONCE) % managed.size();
        return account -> {
            int place = managed.indexOf(account.name());
            return place >= 0 && Math.floorMod(place - first, managed.size()) < LOGINS_AT_ONCE;
        };
    }

    /** Doesn't wait for a running comparison. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
