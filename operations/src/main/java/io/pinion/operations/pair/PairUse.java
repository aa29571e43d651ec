package io.pinion.operations.pair;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.List;

/** What a topology needs a pair for. */
record PairUse(Topology topology, String pair) {
    /** In words, each with the way out; empty for nothing. */
    List<String> words() {
        List<String> uses = new ArrayList<>();
        for (Keyspace keyspace : topology.keyspaces().values()) {
            switch (keyspace) {
                case Keyspace.Sharded sharded -> {
                    long ranges = sharded.ranges().ranges().stream()
                            .filter(range -> range.pair().equals(pair))
                            .count();
                    if (ranges > 0) {
                        uses.add("keyspace " + keyspace.name() + " has shards there, in " + ranges
                                + (ranges == 1 ? " range" : " ranges")
                                + " (SHOW SHARDS FROM " + keyspace.name() + "): MOVE SHARDS first");
                    }
                    if (sharded instanceof Keyspace.Mod mod
                            && mod.resharding().filter(this::isHere).isPresent()) {
                        uses.add("other shards of keyspace " + keyspace.name()
                                + " are there (SHOW OPERATIONS): FINISH its resharding first");
                    }
                    if (sharded.importing()
                            .flatMap(Importing::pair)
                            .filter(pair::equals)
                            .isPresent()) {
                        uses.add("the old database of keyspace " + keyspace.name()
                                + " is there (SHOW OPERATIONS): FINISH or REVERT its import first");
                    }
                }
                case Keyspace.Single single -> {
                    if (single.pair().equals(pair)) {
                        uses.add("keyspace " + keyspace.name() + " is there (SHOW KEYSPACES)");
                    }
                }
            }
        }
        if (topology.homePair().filter(pair::equals).isPresent()) {
            uses.add(
                    "it is the home pair, which has all databases that no keyspace names: ALTER TOPOLOGY DROP 'home' first");
        }
        return uses;
    }

    private boolean isHere(Resharding other) {
        return other.ranges().ranges().stream().map(ShardRange::pair).anyMatch(pair::equals);
    }
}
