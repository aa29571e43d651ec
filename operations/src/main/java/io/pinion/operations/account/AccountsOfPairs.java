package io.pinion.operations.account;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The managed accounts on the servers of some pairs, for an operation that lets clients use something new there. */
public record AccountsOfPairs(OperationServices services, Collection<String> pairs) {
    /**
     * What isn't as the running topology has it, a line each; a server that doesn't answer is left out, since nothing
     * is lost before it does. Changes nothing; blocks.
     */
    public List<String> differences() throws OperationRefused {
        List<String> lines = new ArrayList<>();
        for (PairAccounts accounts : accounts(List.of())) {
            accounts.look(account -> false).all().stream()
                    .map(AccountDifference::words)
                    .forEach(lines::add);
        }
        return lines;
    }

    /**
     * Hides databases that are about to be made from the accounts whose patterns of shards match their names. Blocks.
     *
     * @param coming the databases
     */
    public void hide(Collection<String> coming) throws OperationRefused {
        for (PairAccounts accounts : accounts(coming)) {
            PairAccounts.State state = accounts.look(account -> false);
            try {
                if (!state.unknown().isEmpty()) {
                    throw new SQLException(String.join("; ", state.unknown()));
                }
                accounts.mend(state);
            } catch (SQLException | Secrets.SecretMissing e) {
                throw new OperationRefused("no database is made while it can't be hidden from users with rights on"
                        + " databases of like names: " + e.getMessage() + " (SYNC ACCOUNTS, SHOW USERS)");
            }
        }
    }

    /** What {@link #hide} would do. Changes nothing; blocks. */
    public List<PlannedAction> plannedHiding(Collection<String> coming) throws OperationRefused {
        List<PlannedAction> actions = new ArrayList<>();
        for (PairAccounts accounts : accounts(coming)) {
            actions.addAll(AccountAttempt.planned(accounts.look(account -> false)));
        }
        return actions;
    }

    /** None where all users have all rights. */
    private List<PairAccounts> accounts(Collection<String> coming) throws OperationRefused {
        Topology now = services.topology();
        if (now.accounts().values().stream().noneMatch(Account::isManaged)) {
            return List.of();
        }
        Account operator = OperationServices.operator(now);
        List<PairAccounts> all = new ArrayList<>();
        for (String pair : pairs) {
            all.add(new PairAccounts(services.access(), now, OperationServices.pair(now, pair), operator, coming));
        }
        return all;
    }
}
