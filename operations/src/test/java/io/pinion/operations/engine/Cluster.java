package io.pinion.operations.engine;

import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.opening.StoredTopology;
import io.pinion.operations.server.ServerAccess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A stored topology and a journal, and no servers. */
public record Cluster(StoredTopology documents, MemoryJournal journal) {
    public static Cluster in(Path directory) throws Exception {
        return new Cluster(StoredTopology.in(directory), new MemoryJournal());
    }

    public OperationServices services(String proxy) {
        return new OperationServices(
                this::topology,
                documents.store(),
                journal,
                new ServerAccess(new Secrets(name -> null), Map::of),
                List::of,
                new CopyBounds(CopySpeed.UNLIMITED, 1),
                () -> proxy);
    }

    public Topology topology() {
        try {
            return documents.current();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
