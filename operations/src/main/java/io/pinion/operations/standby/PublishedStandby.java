package io.pinion.operations.standby;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import java.util.Optional;

/** Stores a pair with a new standby in the topology. Blocks. */
final class PublishedStandby {
    private final TopologyEditor editor;
    private final String pair;
    private final ReplacementEntry entry;
    private long generation;

    /** @param entry the entry of the lock's holder; the lock is checked between reading the topology and writing it */
    PublishedStandby(TopologyStore store, String pair, long generation, ReplacementEntry entry) {
        this.editor = new TopologyEditor(store);
        this.pair = pair;
        this.generation = generation;
        this.entry = entry;
    }

    /** The generation of the topology with the new standby. */
    long generation() {
        return generation;
    }

    /** @param old the name of the old standby; empty for none */
    void replace(String old, Server with, String primary, long running) throws ReplacementRefused {
        try {
            switch (editor.change(before -> changed(before, old, with, primary), running)) {
                case Outcome.Refused refused ->
                    throw new ReplacementRefused("the topology can't be changed: " + refused.text());
                case Outcome.Written written -> {
                    Topology now = written.topology();
                    if (!now.pair(pair).filter(there -> there.has(with.name())).isPresent()) {
                        throw new ReplacementRefused("somebody else has changed pair " + pair
                                + " in the topology meanwhile: look at it (SHOW PAIRS) before you resume or cancel");
                    }
                    generation = now.generation();
                }
            }
        } catch (VersionConflict | StoreUnavailable e) {
            throw new ReplacementRefused("the topology can't be changed: " + e.getMessage());
        }
    }

    private Topology changed(Topology before, String old, Server with, String primary) {
        boolean free = before.server(with.name()).filter(with::equals).isPresent()
                && before.pairs().values().stream().noneMatch(each -> each.has(with.name()));
        return before.pair(pair)
                .filter(there -> free
                        && entry.isHeld()
                        && there.primary().name().equals(primary)
                        && there.standby().map(Server::name).orElse("").equals(old))
                .map(there -> before.withPair(new Pair(pair, there.primary(), Optional.of(with), there.held())))
                .orElse(before);
    }
}
