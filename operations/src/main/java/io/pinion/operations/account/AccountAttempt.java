package io.pinion.operations.account;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.PairAccounts.State;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.ShardSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt to bring the managed accounts to what the topology says, pair after pair. Blocks. */
final class AccountAttempt implements Attempt<Done> {
    private static final Logger log = LoggerFactory.getLogger(AccountAttempt.class);

    /** A password stands behind it, in whichever form the product has. */
    private static final Pattern SECRET = Pattern.compile("(?s)\\b(IDENTIFIED)\\b.*");

    private final OperationServices services;
    private final RunningOperation operation;
    private final Topology topology;
    private final Account operator;
    private final List<ServerWarning> notes = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    AccountAttempt(OperationServices services, RunningOperation operation) throws OperationRefused {
        this.services = services;
        this.operation = operation;
        this.topology = services.topology();
        this.operator = services.operator();
    }

    void mend() throws OperationRefused {
        int number = 0;
        for (Pair pair : topology.pairs().values()) {
            operation.requireMayGoOn();
            operation.tell("the servers of pair " + pair.name());
            mend(pair);
            List<Integer> done = List.of(number++);
            operation.update(now -> now.withShards(now.done().with(done), ShardSet.NONE, Map.of()));
        }
        if (!failures.isEmpty()) {
            throw new OperationRefused(String.join("; ", failures));
        }
    }

    /** A pair that can't be mended keeps no other one from it. */
    private void mend(Pair pair) throws OperationRefused {
        PairAccounts accounts = new PairAccounts(services.access(), topology, pair, operator);
        State state = accounts.look(account -> true);
        state.unknown().forEach(what -> notes.add(ServerWarning.warning(what)));
        operation.requireHeld(TaskLock.BRIEFLY);
        try {
            accounts.mend(state);
            state.all().forEach(difference -> mended(difference.words()));
        } catch (SQLException | Secrets.SecretMissing e) {
            failures.add("pair " + pair.name() + ": " + e.getMessage() + cure(e));
        }
    }

    /** The statements for each server, without passwords. */
    List<PlannedAction> plan() {
        List<PlannedAction> actions = new ArrayList<>();
        for (Pair pair : topology.pairs().values()) {
            State state = new PairAccounts(services.access(), topology, pair, operator).look(account -> true);
            state.unknown().forEach(what -> actions.add(new PlannedAction("pair " + pair.name(), "", what)));
            actions.addAll(planned(state));
        }
        return actions;
    }

    static List<PlannedAction> planned(State state) {
        List<PlannedAction> actions = new ArrayList<>();
        state.ofServers()
                .forEach((server, differences) ->
                        differences.forEach(difference -> actions.addAll(planned(server, difference))));
        return actions;
    }

    private static List<PlannedAction> planned(Server server, AccountDifference difference) {
        if (difference.statements().isEmpty()) {
            return List.of(new PlannedAction(server.name(), "CREATE DATABASE IF NOT EXISTS …", difference.words()));
        }
        return difference.statements().stream()
                .map(sql ->
                        new PlannedAction(server.name(), SECRET.matcher(sql).replaceFirst("$1 …"), difference.words()))
                .toList();
    }

    private void mended(String what) {
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("reason", what)
                .log("An account on a server wasn't as the topology has it, and has been mended");
        notes.add(ServerWarning.note("mended: " + what));
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

    @Override
    public Done answer() {
        return new Done(operation.number(), notes, List.of(), 0);
    }
}
