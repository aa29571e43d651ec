package io.pinion.operations.account;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
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
        Topology now = services.topology();
        Account operator = OperationServices.operator(now);
        List<String> lines = new ArrayList<>();
        for (String pair : pairs) {
            new PairAccounts(services.access(), now, OperationServices.pair(now, pair), operator)
                    .look(account -> false).all().stream()
                            .map(AccountDifference::words)
                            .forEach(lines::add);
        }
        return lines;
    }
}
