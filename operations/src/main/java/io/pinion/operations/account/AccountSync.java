package io.pinion.operations.account;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.PairAccounts.State;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ChangeOutcome;
import io.pinion.operations.schema.ChangeOutcome.Done;
import io.pinion.operations.schema.ChangeOutcome.Failed;
import io.pinion.operations.schema.ChangeOutcome.ServerWarning;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the managed accounts on all servers to what the topology says: one operation at a time in a cluster, pair
 * after pair. Every statement may run again, so a resumed operation begins with a new comparison. Thread-safe.
 */
public final class AccountSync implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AccountSync.class);
    private static final Task TASK = new Task.AccountSync();

    /** How long to wait for another proxy's run, which is quick. */
    private static final Duration OTHERS = Duration.ofSeconds(10);

    private static final int WAITING = 16;

    private static final int UNKNOWN_ERROR = 1105;

    private final Supplier<Topology> topology;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final Supplier<String> proxy;
    private final Workers workers = new Workers("pinion-accounts", 2, WAITING);

    /**
     * @param topology the running one
     * @param proxy this proxy's name in the journal
     */
    public AccountSync(
            Supplier<Topology> topology, OperationJournal journal, ServerAccess access, Supplier<String> proxy) {
        this.topology = topology;
        this.journal = journal;
        this.access = access;
        this.proxy = proxy;
    }

    /** Runs now, even when nothing differs. The stage always completes normally. */
    public CompletionStage<ChangeOutcome> start(String user) {
        return outcome(() -> begin(user, false));
    }

    /** The same, if a difference is left once no other proxy works on it. */
    CompletionStage<ChangeOutcome> startIfNeeded(String user) {
        return outcome(() -> begin(user, true));
    }

    /** Goes on with an interrupted operation. The stage always completes normally. */
    public CompletionStage<ChangeOutcome> resume(Operation operation) {
        return start(operation.origin().user());
    }

    /** Gives up an operation that doesn't run. Its changes stay. The stage always completes normally. */
    public CompletionStage<ChangeOutcome> cancel(Operation operation) {
        return outcome(() -> {
            Optional<TaskLock> taken = journal.lockWithin(TASK, OTHERS);
            if (taken.isEmpty()) {
                return Failed.general(operation.name() + " is running, and ends by itself (SHOW OPERATIONS)");
            }
            TaskLock lock = taken.get();
            try {
                Optional<Operation> now = journal.read(operation.number())
                        .filter(seen -> seen.progress().state().isUnfinished());
                if (now.isPresent()) {
                    journal.write(now.get(), now.get().progress().withState(Progress.State.CANCELLED, "given up"));
                }
                return new Done(operation.number(), List.of(), List.of(), 0);
            } finally {
                lock.close();
            }
        });
    }

    /** The state of all pairs, newly compared. */
    Map<Pair, State> look(Topology now, AccountCheck.Logins logins) {
        Optional<Account> operator = now.account(Account.OPERATOR);
        Map<Pair, State> states = new LinkedHashMap<>();
        if (operator.isPresent()) {
            for (Pair pair : now.pairs().values()) {
                states.put(pair, new PairAccounts(access, now, pair, operator.get()).look(logins));
            }
        }
        return states;
    }

    private ChangeOutcome begin(String user, boolean ifNeeded) throws StoreUnavailable, VersionConflict {
        Topology now = topology.get();
        Optional<Account> operator = now.account(Account.OPERATOR);
        if (operator.isEmpty()) {
            return Failed.general("the topology names no account " + Account.OPERATOR + ", which this needs");
        }
        Optional<TaskLock> taken = journal.lockWithin(TASK, OTHERS);
        if (taken.isEmpty()) {
            return Failed.general("accounts are being made already: " + journal.holderOf(TASK));
        }
        try (TaskLock lock = taken.get()) {
            Map<Pair, State> states = look(now, account -> true);
            Optional<Operation> broken = brokenOff();
            boolean needed = broken.isPresent()
                    || states.values().stream().anyMatch(state -> !state.all().isEmpty());
            return needed || !ifNeeded
                    ? run(now, entry(now, user, broken), states, operator.get(), lock)
                    : new Done(0, List.of(), List.of(), 0);
        }
    }

    private Optional<Operation> brokenOff() throws StoreUnavailable {
        return journal.list().stream()
                .filter(operation ->
                        operation.progress().state().isUnfinished() && operation.task() instanceof Task.AccountSync)
                .findFirst();
    }

    private Operation entry(Topology now, String user, Optional<Operation> broken)
            throws StoreUnavailable, VersionConflict {
        int pairs = now.pairs().size();
        return broken.isPresent()
                ? journal.write(broken.get(), broken.get().progress().resumed(pairs, proxy.get()))
                : journal.create(
                        TASK,
                        new Origin(user, Account.OPERATOR, List.of(), Instant.now()),
                        Progress.beginning(pairs, proxy.get(), Instant.now()));
    }

    private ChangeOutcome run(Topology now, Operation begun, Map<Pair, State> states, Account operator, TaskLock lock)
            throws StoreUnavailable, VersionConflict {
        Operation entry = begun;
        List<String> mended = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        int number = 0;
        for (Map.Entry<Pair, State> of : states.entrySet()) {
            Pair pair = of.getKey();
            State state = of.getValue();
            entry = journal.write(entry, entry.progress().withStep("the servers of pair " + pair.name()));
            unknown.addAll(state.unknown());
            try {
                if (!state.all().isEmpty() && !lock.isHeldWithin(TaskLock.BRIEFLY)) {
                    throw new SQLException("another proxy has the lock of accounts now");
                }
                new PairAccounts(access, now, pair, operator).mend(state);
                state.all().forEach(difference -> mended.add(difference.words()));
            } catch (SQLException | Secrets.SecretMissing e) {
                failures.add("pair " + pair.name() + ": " + e.getMessage() + cure(e));
            }
            ShardSet done = entry.progress().done().with(List.of(number++));
            entry = journal.write(entry, entry.progress().withShards(done, ShardSet.NONE, Map.of()));
        }
        return ended(entry, mended, unknown, failures);
    }

    private ChangeOutcome ended(Operation entry, List<String> mended, List<String> unknown, List<String> failures)
            throws StoreUnavailable, VersionConflict {
        for (String what : mended) {
            log.atInfo()
                    .addKeyValue("operation", entry.number())
                    .addKeyValue("reason", what)
                    .log("An account on a server is as it should be again");
        }
        if (!failures.isEmpty()) {
            String why = String.join("; ", failures);
            journal.write(entry, entry.progress().withStep("").withState(Progress.State.FAILED, why));
            return Failed.general(why + ". Mend that and RESUME OPERATION " + entry.number());
        }
        journal.write(entry, entry.progress().withStep("").withState(Progress.State.DONE, ""));
        List<ServerWarning> notes = new ArrayList<>();
        mended.forEach(what -> notes.add(new ServerWarning("Note", UNKNOWN_ERROR, "mended: " + what)));
        unknown.forEach(what -> notes.add(new ServerWarning("Warning", UNKNOWN_ERROR, what)));
        return new Done(entry.number(), notes, List.of(), 0);
    }

    /**
     * MySQL's ER_DBACCESS_DENIED_ERROR, ER_ACCESS_DENIED_ERROR, ER_TABLEACCESS_DENIED_ERROR and
     * ER_SPECIFIC_ACCESS_DENIED_ERROR.
     */
    private static String cure(Exception failure) {
        return failure instanceof SQLException denied
                        && List.of(1044, 1045, 1142, 1227).contains(denied.getErrorCode())
                ? " (the account operator needs all that it grants, WITH GRANT OPTION: see \"An account\" in the manual's page of"
                        + " the topology)"
                : "";
    }

    private CompletionStage<ChangeOutcome> outcome(Callable<ChangeOutcome> work) {
        return workers.ask(work).exceptionally(thrown -> Failed.general(String.valueOf(thrown.getMessage())));
    }

    /** Doesn't wait for a running operation, which may be resumed. */
    @Override
    public void close() {
        workers.close();
    }
}
