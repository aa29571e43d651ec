package io.pinion.config.source;

import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last topology that a proxy adopted, on its own disk, for a start while ZooKeeper is away or holds no right
 * document.
 */
record SavedCopy(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(SavedCopy.class);
    /** No store has this version: a copy is never what a compare-and-set expects. */
    private static final long NO_VERSION = -1;

    /** The copy's name for people. */
    String name() {
        return "saved copy " + file;
    }

    /** A disk that is full or read-only must not keep the proxy from serving, so failing is logged, not thrown. */
    void save(Topology topology) {
        try {
            AtomicFile.write(file, new TopologyWriter().write(topology));
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("file", file)
                    .addKeyValue("cause", e.toString())
                    .log(
                            "the topology could not be saved; a start without ZooKeeper would have no topology or an old one");
        }
    }

    Optional<StoredDocument> read() {
        try {
            return Optional.of(new StoredDocument(Files.readString(file), NO_VERSION));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("file", file)
                    .addKeyValue("cause", e.toString())
                    .log("the saved topology can't be read");
            return Optional.empty();
        }
    }
}
