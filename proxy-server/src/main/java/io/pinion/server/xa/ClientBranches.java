package io.pinion.server.xa;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.work.Workers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Lists the prepared XA branches of servers, with an account that has the privilege. Thread-safe. */
public final class ClientBranches implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int AT_A_TIME = 2;
    private static final int MOST_WAITING = 200;

    private final Supplier<Topology> topology;
    private final ServerAccess access;
    private final Workers workers = new Workers("pinion-xa-branches", AT_A_TIME, MOST_WAITING);

    public ClientBranches(Supplier<Topology> topology, ServerAccess access) {
        this.topology = topology;
        this.access = access;
    }

    /** All branches on the primary of a pair, of every client. */
    public CompletionStage<List<PreparedBranch>> on(String pair) {
        return workers.ask(() -> ask(pair));
    }

    private List<PreparedBranch> ask(String name) throws SQLException, Secrets.SecretMissing {
        Topology current = topology.get();
        Pair pair = current.pair(name)
                .orElseThrow(() -> new SQLException("the topology has no pair " + name + " any more"));
        Account account = current.account(Account.OPERATOR)
                .or(() -> current.account(Account.DATA))
                .orElseThrow(() -> new SQLException("no account data"));
        try (Connection server = access.open(pair.primary(), account, TIMEOUT)) {
            return PreparedBranch.on(server);
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
