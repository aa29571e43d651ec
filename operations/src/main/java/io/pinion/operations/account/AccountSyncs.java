package io.pinion.operations.account;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.PairAccounts.State;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.RequestKind;
import io.pinion.operations.engine.RequestedOperations;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Brings the managed accounts on all servers to what the topology says: one operation at a time in a cluster. No call
 * blocks but {@link #look}. Thread-safe.
 */
public final class AccountSyncs implements RequestedOperations {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(OperationStatement.of(
                    "SYNC ACCOUNTS",
                    "makes the accounts of users with fewer rights than all on every server, with exactly their grants",
                    (arguments, context) -> new AccountSyncRequest(),
                    StatementAnswer::told)),
            AccountSyncs::new);

    private static final Task.AccountSync TASK = new Task.AccountSync();

    /** How long to wait for another proxy's run, which is quick. */
    private static final Duration OTHERS = Duration.ofSeconds(10);

    private final OperationServices services;
    private final OperationRunner<Task.AccountSync, AccountAttempt, Done> runner;

    public AccountSyncs(OperationServices services) {
        this.services = services;
        this.runner = new OperationRunner<>(new AccountWorkflow(services), services);
    }

    @Override
    public List<RequestKind<?, ?>> kinds() {
        return List.of(new RequestKind<>(
                AccountSyncRequest.class,
                runner,
                "",
                (request, user) -> begin(user, false),
                (request, user) -> runner.explain(TASK, Origin.of(user, Account.OPERATOR))));
    }

    /** Runs if a difference is left once no other proxy works on it. */
    CompletionStage<Done> startIfNeeded(String user) {
        return runner.ask(() -> begin(user, true));
    }

    private Done begin(String user, boolean ifNeeded) throws OperationRefused, StoreUnavailable, VersionConflict {
        Topology now = services.topology();
        services.operator();
        try (TaskLock lock = runner.locked(TASK, OTHERS)) {
            Optional<Operation> broken = runner.brokenOff(TASK::equals);
            if (broken.isPresent()) {
                return runner.goOn(broken.get(), TASK, lock);
            }
            if (ifNeeded && isAlike(now)) {
                return new Done(0, List.of(), List.of(), 0);
            }
            return runner.begin(
                    TASK,
                    Origin.of(user, Account.OPERATOR),
                    services.beginning(now.pairs().size()),
                    lock);
        }
    }

    private boolean isAlike(Topology now) {
        return look(now, account -> true).values().stream()
                .allMatch(state -> state.all().isEmpty());
    }

    /** The state of all pairs, newly compared. */
    Map<Pair, State> look(Topology now, AccountCheck.Logins logins) {
        Optional<Account> operator = now.account(Account.OPERATOR);
        Map<Pair, State> states = new LinkedHashMap<>();
        if (operator.isPresent()) {
            for (Pair pair : now.pairs().values()) {
                states.put(pair, new PairAccounts(services.access(), now, pair, operator.get()).look(logins));
            }
        }
        return states;
    }
}
