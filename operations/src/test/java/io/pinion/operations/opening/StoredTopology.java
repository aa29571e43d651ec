package io.pinion.operations.opening;

import io.pinion.config.source.FileStore;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.topology.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** A stored topology: an id keyspace with gaps, a mod keyspace, a single one, and one with copies. */
public record StoredTopology(FileStore store) {
    private static final String TEXT = """
            {"cluster": "main",
             "servers": {"A": "10.0.0.1:3306", "B": "10.0.0.2:3306", "C": "10.0.0.3:3306", "D": "10.0.0.4:3306", "E": "10.0.0.5:3306"},
             "pairs": {"MySQL001": {"primary": "A", "standby": "B"}, "MySQL002": {"primary": "C", "standby": "D"}},
             "keyspaces": {
               "pinterest": {"kind": "id", "database": "db%05d",
                 "ranges": [{"range": [512, 1023], "pair": "MySQL001"}, {"range": [2048, 4095], "pair": "MySQL001"}],
                 "tables": {"pins": {"kind": "object", "type": 1}}},
               "counted": {"kind": "id", "database": "cd%05d", "ranges": [{"range": [512, 1023], "pair": "MySQL001"}],
                 "tables": {"likes": {"kind": "mapping", "from": "user_id", "sequence": "n"}}},
               "copied": {"kind": "id", "database": "rd%05d", "ranges": [{"range": [0, 1023], "pair": "MySQL001"}],
                 "tables": {"colours": {"kind": "reference"}}},
               "lookup": {"kind": "mod", "database": "ms%05d", "shards": 4096,
                 "ranges": [{"range": [0, 2047], "pair": "MySQL001"}],
                 "tables": {"ip_data": {"kind": "hashed", "key": "ip"}}},
               "legacy": {"kind": "single", "pair": "MySQL001"}},
             "accounts": {"data": {"user": "pinion_data", "secret": "env:DATA"}}}
            """;

    public static StoredTopology in(Path directory) throws Exception {
        Path file = directory.resolve("topology.json");
        Files.writeString(file, TEXT);
        StoredTopology stored = new StoredTopology(new FileStore(file));
        stored.editor().set(TEXT, OptionalLong.empty());
        return stored;
    }

    public TopologyEditor editor() {
        return new TopologyEditor(store);
    }

    public Topology current() throws Exception {
        return editor().current();
    }
}
