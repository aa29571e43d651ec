package io.pinion.server.admin;

import io.pinion.config.change.Author;
import io.pinion.config.change.HistoryEntry;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The document of the manual's transcripts, which stays as it is whatever is written, and a history of three changes. */
final class FakeStore implements TopologyStore {
    /** With a database at home that is being imported. */
    private static String document() {
        return FakeProxy.document().replace("\"legacy\": {", """
                        "shop": {"kind": "mod", "database": "shop%05d", "shards": 256, "importing": true,
                                 "ranges": [{"range": [0, 255], "pair": "MySQL002"}]},
                        "legacy": {""");
    }

    static Topology topology() {
        return ((Reading.Accepted) new TopologyReader().read(document())).topology();
    }

    @Override
    public Optional<StoredDocument> read() {
        return Optional.of(new StoredDocument(document(), 4));
    }

    @Override
    public long replace(OptionalLong expectedVersion, String json, Optional<HistoryEntry> change) {
        return 5;
    }

    @Override
    public Optional<List<HistoryEntry>> history() {
        return Optional.of(List.of(
                new HistoryEntry(
                        5,
                        Instant.parse("2026-01-01T08:00:00Z"),
                        new Author("ann", "ops1.example.com", "pinion topology set topology.json"),
                        List.of("add table pinterest.boards"),
                        ""),
                new HistoryEntry(
                        6,
                        Instant.parse("2026-01-01T09:30:12Z"),
                        new Author(
                                "admin", "operation 6 on proxy-a", "MOVE SHARDS 0-511 TO PAIR MySQL002 IN pinterest"),
                        List.of("hold statements for shards 0 to 511 of pinterest"),
                        ""),
                new HistoryEntry(
                        7,
                        Instant.parse("2026-01-02T10:04:00Z"),
                        new Author("admin", "10.0.9.4", "ALTER TOPOLOGY USER app IDENTIFIED BY '…' KEYSPACES ALL"),
                        List.of("change user app: password, keyspaces lookup → *"),
                        """
                           "users": {
                             "app": {
                               "password_hash": {
                        -        "native": "…"
                        +        "native": "…"
                               },
                        -      "keyspaces": ["lookup"]
                        +      "keyspaces": ["*"]
                        """)));
    }
}
