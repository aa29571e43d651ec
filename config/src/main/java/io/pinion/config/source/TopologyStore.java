package io.pinion.config.source;

import io.pinion.config.change.HistoryEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Holds the document's text. Calls block on I/O and have a deadline of their own; event loops must not make them. */
public interface TopologyStore {

    /** The document that the store holds now, valid or not; empty when none has been written yet. */
    Optional<StoredDocument> read() throws StoreUnavailable;

    /**
     * Writes the document if the store still holds the one that the writer has read, and keeps the entry of the change
     * where the store has a history. An entry may be lost where the store fails in the middle of it; it never stands
     * for a document that wasn't written.
     *
     * @param expectedVersion {@link StoredDocument#version} of the document that the writer has read; empty when there
     *     was none
     * @return the version of the new document
     * @throws VersionConflict when another writer was faster; nothing was written
     * @throws StoreUnavailable when the store can't be reached or the document is too big; after a lost connection the
     *     document may have been written all the same
     */
    long replace(OptionalLong expectedVersion, String json, Optional<HistoryEntry> change)
            throws VersionConflict, StoreUnavailable;

    /** The last changes, in their order; empty when this store keeps none. */
    default Optional<List<HistoryEntry>> history() throws StoreUnavailable {
        return Optional.empty();
    }

    /** @param version changes with each write */
    record StoredDocument(String json, long version) {}

    /** Another writer was faster. */
    final class VersionConflict extends Exception {
        private static final long serialVersionUID = 1;

        public VersionConflict(String message) {
            super(message);
        }
    }

    /** The store failed, for a reason outside of Pinion. */
    final class StoreUnavailable extends Exception {
        private static final long serialVersionUID = 1;

        public StoreUnavailable(String message) {
            super(message);
        }

        public StoreUnavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** What lets others than Pinion's operators write the document; empty for nothing that is known. Blocks. */
    default Optional<Exposure> exposure() throws StoreUnavailable {
        return Optional.empty();
    }

    /** Both for people. */
    record Exposure(String problem, String cure) {}
}
