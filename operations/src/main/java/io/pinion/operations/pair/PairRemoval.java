package io.pinion.operations.pair;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.journal.Task;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A pair that the topology shall not have any more. Its servers are left alone.
 *
 * @param force whether its servers aren't asked for transactions that need them, since they may be gone
 */
@JsonTypeName("DROP_PAIR")
public record PairRemoval(String pair, boolean force) implements Task, AnsweredRequest<PairDropped> {
    /** The topology without the pair; the same where it is in use. */
    Topology outOf(Topology before) {
        if (before.pair(pair).isEmpty() || !new PairUse(before, pair).words().isEmpty()) {
            return before;
        }
        Pair gone = before.pair(pair).get();
        Map<String, Server> servers = new LinkedHashMap<>(before.servers());
        servers.remove(gone.primary().name());
        gone.standby().ifPresent(standby -> servers.remove(standby.name()));
        Map<String, Pair> pairs = new LinkedHashMap<>(before.pairs());
        pairs.remove(pair);
        return before.with(servers, pairs, before.homePair());
    }

    @Override
    public boolean endsSoon() {
        return true;
    }

    @Override
    public String subject() {
        return "pair " + pair;
    }

    @Override
    public String statement() {
        return "DROP PAIR " + pair + (force ? " FORCE" : "");
    }

    @Override
    public Set<String> locks() {
        return Set.of(Task.pairLock(pair));
    }
}
