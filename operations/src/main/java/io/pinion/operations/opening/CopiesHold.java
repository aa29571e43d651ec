package io.pinion.operations.opening;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.server.ServerConnection;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moment in which a keyspace with reference tables gets shards: all proxies hold statements for its lowest shard,
 * and with them every change of those tables; running statements end; the last changes are copied; and one write of the
 * topology adds the shards and releases the lowest one, so that waiting statements are planned anew and change the new
 * copies, too.
 *
 * <p>No statement is killed for it, unlike in a move: a transaction that has begun before would go on with the old set
 * of shards, wherever it works, and no fence of a server would stop it. So all of them must have ended, on every
 * registered proxy; when that takes longer than clients may wait, the shard is released and the hold is tried again.
 * Blocks; one run, by the holder of the lock of the keyspace's shards. After a loss of the lock the topology has
 * changed, and isn't replaced.
 */
record CopiesHold(
        RunningOperation operation,
        TopologyChange change,
        ShardsInTopology shards,
        OperationServices services,
        OpeningTimeouts timeouts) {
    private static final Logger log = LoggerFactory.getLogger(CopiesHold.class);

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /**
     * Unless it succeeds, the caller releases the shard by {@link TopologyChange#settle}, also when this throws.
     *
     * @param seen has none of the shards, and nothing of the keyspace is held
     * @param last what the new shards lack yet, which isn't much
     * @return why it has to be tried again; empty when the topology has the shards
     */
    Optional<String> publish(Topology seen, Keyspace.Sharded keyspace, LastChanges last) throws OperationRefused {
        try (ServerConnection operator = operator(seen, keyspace)) {
            requireNoneHeld(keyspace);
            String lowest = "shard " + keyspace.ranges().firstShard();
            // Before statements wait, so that another attempt knows it.
            operation.update(progress -> progress.withFact(OpeningAttempt.HOLDS, String.valueOf(true))
                    .withDetail(
                            "holding statements for " + lowest + ", and with them every change of reference tables"));
            long begun = System.nanoTime();
            long end = begun + timeouts.hold().toNanos();
            Optional<Topology> held = change.replace(seen, shards.held(seen));
            if (held.isEmpty()) {
                return Optional.of("somebody else has changed the topology");
            }
            Optional<String> obstacle = settle(held.get().generation(), operator, last, end);
            if (obstacle.isPresent()) {
                return obstacle;
            }
            if (change.replace(held.get(), shards.released(shards.added(held.get())))
                    .isEmpty()) {
                return Optional.of("somebody else has changed the topology");
            }
            log.atInfo()
                    .addKeyValue("operation", operation.number())
                    .addKeyValue("keyspace", keyspace.name())
                    .addKeyValue("shard", lowest)
                    .addKeyValue(
                            "pause_ms",
                            Duration.ofNanos(System.nanoTime() - begun).toMillis())
                    .log("Statements were held until the copies of reference tables were equal");
            return Optional.empty();
        } catch (SQLException e) {
            throw new OperationRefused("the copies of reference tables can't be made equal: " + e.getMessage());
        }
    }

    private static void requireNoneHeld(Keyspace.Sharded keyspace) throws OperationRefused {
        ShardRange held = keyspace.ranges().held();
        if (held != null) {
            throw new OperationRefused("statements for shard " + held.first() + " of " + keyspace.name()
                    + " are held: another operation works on it (SHOW OPERATIONS)");
        }
    }

    /** Opens a connection as the operator, since other accounts can't list prepared transactions. */
    private ServerConnection operator(Topology seen, Keyspace.Sharded keyspace) throws OperationRefused {
        String name = ReferenceRoute.pairOfLowest(keyspace);
        Pair pair = seen.pair(name).orElseThrow(() -> new OperationRefused("there is no pair " + name));
        Account account = services.operator();
        try {
            return ServerConnection.open(services.access(), pair.primary(), account, LONGEST_ANSWER);
        } catch (SQLException | Secrets.SecretMissing e) {
            throw new OperationRefused(
                    "the primary of pair " + pair.name() + ", which has the lowest shard, can't be reached"
                            + " as account " + account.name() + ": " + e.getMessage());
        }
    }

    /** @return why the copies aren't equal now; empty when they are, and no client can change them */
    private Optional<String> settle(long held, ServerConnection operator, LastChanges last, long end)
            throws SQLException {
        Predicate<RegisteredProxy> knows = proxy -> proxy.adopted() >= held;
        if (!services.proxies().awaitAll(left(end).dividedBy(3), knows)) {
            return Optional.of("not every proxy has heard in time that statements are held: "
                    + services.proxies().others(knows));
        }
        Predicate<RegisteredProxy> served = proxy -> proxy.served() >= held;
        if (!services.proxies().awaitAll(left(end).dividedBy(2), served)) {
            return Optional.of("statements or transactions that had begun before haven't ended in time, on "
                    + services.proxies().others(served) + " (SHOW SESSIONS tells which)");
        }
        int branches = operator.awaitBranches(left(end).dividedBy(2));
        if (branches > 0) {
            return Optional.of(operator + " has " + branches
                    + " prepared transactions, which may change reference tables: SHOW XA BRANCHES lists them, and a"
                    + " proxy ends them soon");
        }
        try {
            last.lock();
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            return Optional.of("somebody has reference tables in use on " + last.source() + " beside the proxies");
        }
        try {
            last.bring(left(end));
            return Optional.empty();
        } catch (OperationRefused e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }
}
