package io.pinion.config.topology;

import io.pinion.config.document.JsonText;
import io.pinion.config.network.Network;
import io.pinion.routing.catalog.Colocation;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.TransactionMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.security.auth.x500.X500Principal;

/**
 * Writes a topology as the document that {@link TopologyReader} reads back as an equal topology. The text is canonical:
 * equal topologies have equal texts, so that a diff of two texts shows changes only.
 */
public final class TopologyWriter {

    public String write(Topology topology) {
        Map<String, Object> root = new LinkedHashMap<>();
        if (topology.generation() > 0) {
            root.put("generation", topology.generation());
        }
        root.put("cluster", topology.cluster());
        Map<String, Object> servers = new LinkedHashMap<>();
        topology.servers().forEach((name, server) -> servers.put(name, server.address()));
        root.put("servers", servers);
        Map<String, Object> pairs = new LinkedHashMap<>();
        topology.pairs().forEach((name, pair) -> pairs.put(name, pair(pair)));
        root.put("pairs", pairs);
        Map<String, Object> keyspaces = new LinkedHashMap<>();
        topology.keyspaces()
                .forEach((name, keyspace) -> keyspaces.put(name, keyspace(keyspace, topology.knownAnswers())));
        root.put("keyspaces", keyspaces);
        topology.homePair().ifPresent(home -> root.put("home", home));
        Map<String, Object> users = new LinkedHashMap<>();
        topology.users().forEach((name, user) -> users.put(name, user(user, topology)));
        root.put("users", users);
        Map<String, Object> accounts = new LinkedHashMap<>();
        topology.accounts().values().stream()
                .filter(account -> !account.isManaged())
                .forEach(account -> accounts.put(account.name(), account(account)));
        root.put("accounts", accounts);
        return JsonText.of(root);
    }

    /** The part of a document that states one keyspace: an object with its name. */
    public String write(Keyspace keyspace) {
        return JsonText.of(Map.of(keyspace.name(), keyspace(keyspace, Map.of())));
    }

    private static Map<String, Object> pair(Pair pair) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("primary", pair.primary().name());
        pair.standby().ifPresent(standby -> fields.put("standby", standby.name()));
        if (pair.held()) {
            fields.put("held", true);
        }
        return fields;
    }

    /** @param answers see {@link Topology#knownAnswers} */
    private static Map<String, Object> keyspace(Keyspace keyspace, Map<String, Map<String, Integer>> answers) {
        Map<String, Object> fields = new LinkedHashMap<>();
        switch (keyspace) {
            case Keyspace.Id id -> {
                fields.put("kind", "id");
                sharded(id, fields);
            }
            case Keyspace.Mod mod -> {
                fields.put("kind", "mod");
                fields.put("shards", mod.shards());
                fields.put("hash", mod.function().name());
                fields.put("key_charset", mod.keyEncoding().charset());
                if (mod.keyEncoding().foldLower()) {
                    fields.put("fold", "lower");
                }
                Map<String, Integer> checks = answers.get(mod.name());
                if (checks != null) {
                    fields.put("checks", checks);
                }
                mod.resharding().ifPresent(other -> fields.put("resharding", resharding(other)));
                sharded(mod, fields);
            }
            case Keyspace.Single single -> {
                fields.put("kind", "single");
                fields.put("pair", single.pair());
            }
        }
        if (keyspace.transactions() != TransactionMode.DEFAULT) {
            fields.put("transactions", keyspace.transactions().word());
        }
        return fields;
    }

    private static Map<String, Object> importing(Importing database) {
        Map<String, Object> fields = new LinkedHashMap<>();
        database.pair().ifPresent(pair -> fields.put("pair", pair));
        if (database.handedOver()) {
            fields.put("handed_over", true);
        }
        if (database.shadowReads() > 0) {
            fields.put("shadow_reads", database.shadowReads());
        }
        return fields;
    }

    private static void sharded(Keyspace.Sharded keyspace, Map<String, Object> fields) {
        keyspace.importing().ifPresent(database -> fields.put("importing", importing(database)));
        fields.put("database", keyspace.databases().toString());
        fields.put("ranges", ranges(keyspace.ranges()));
        ScatterReader.write(keyspace.scatter(), fields);
        Map<String, Object> tables = new TreeMap<>();
        keyspace.tables().forEach((name, table) -> tables.put(name, table(table)));
        if (!tables.isEmpty()) {
            fields.put("tables", tables);
        }
    }

    private static List<Object> ranges(RangeTable table) {
        List<Object> ranges = new ArrayList<>();
        for (ShardRange range : table.ranges()) {
            Map<String, Object> next = new LinkedHashMap<>();
            next.put("range", List.of(range.first(), range.last()));
            next.put("pair", range.pair());
            if (range.insertWeight() != range.size()) {
                next.put("insert_weight", range.insertWeight());
            }
            if (range.held()) {
                next.put("held", true);
            }
            ranges.add(next);
        }
        return ranges;
    }

    private static Map<String, Object> resharding(Resharding other) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (other.former()) {
            fields.put("former", true);
        }
        fields.put("shards", other.shards());
        fields.put("hash", other.function().name());
        fields.put("database", other.databases().toString());
        fields.put("ranges", ranges(other.ranges()));
        return fields;
    }

    private static Map<String, Object> table(Table table) {
        Map<String, Object> fields = new LinkedHashMap<>();
        switch (table) {
            case Table.ObjectTable object -> {
                fields.put("kind", "object");
                fields.put("type", object.type());
                switch (object.colocation()) {
                    case Colocation.Anywhere() -> {
                        // Left out of the document.
                    }
                    case Colocation.WithColumn(String column) -> fields.put("colocate", column);
                    case Colocation.WithJsonPath(String column, List<String> path) ->
                        fields.put("colocate", column + "." + String.join(".", path));
                }
                object.hashed()
                        .ifPresent(hashed -> fields.put(
                                "hashed",
                                new TreeMap<>(Map.of("shards", (long) hashed.shards(), "through", hashed.through()))));
            }
            case Table.MappingTable mapping -> {
                fields.put("kind", "mapping");
                fields.put("from", mapping.fromColumn());
                TreeSet<String> others = new TreeSet<>(mapping.idColumns());
                others.remove(mapping.fromColumn());
                if (others.size() == 1) {
                    fields.put("to", others.first());
                } else if (!others.isEmpty()) {
                    fields.put("id_columns", List.copyOf(others));
                }
            }
            case Table.HashedTable hashed -> {
                fields.put("kind", "hashed");
                fields.put("key", hashed.keyColumn());
            }
            case Table.ReferenceTable reference -> fields.put("kind", "reference");
            case Table.SingleTable single -> {
                fields.put("kind", "single");
                fields.put("shard", single.shard().number());
            }
        }
        Declaration.like(table).sequence().ifPresent(column -> fields.put("sequence", column));
        table.queue().ifPresent(queue -> fields.put("queue", QueueReader.written(queue)));
        if (!table.columns().isEmpty()) {
            Map<String, Object> columns = new LinkedHashMap<>();
            for (Column column : table.columns()) {
                columns.put(column.name(), ColumnText.of(column));
            }
            fields.put("columns", columns);
        }
        return fields;
    }

    private static Map<String, Object> user(User user, Topology topology) {
        Map<String, Object> hashes = new LinkedHashMap<>();
        user.nativeVerifier().ifPresent(hash -> hashes.put("native", hash));
        user.sha2Verifier().ifPresent(hash -> hashes.put("sha2", hash));
        user.saltedVerifier().ifPresent(hash -> hashes.put("caching_sha2", hash));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("password_hash", hashes);
        fields.put("keyspaces", List.copyOf(new TreeSet<>(user.keyspaces())));
        if (user.admin()) {
            fields.put("admin", true);
        }
        if (user.readsOnly()) {
            fields.put("read_only", true);
        }
        ScatterReader.write(user.scatter(), fields);
        if (topology.account(user.account()).filter(Account::isManaged).isEmpty()) {
            fields.put("account", user.account());
        }
        if (!user.admission().networks().isEmpty()) {
            fields.put(
                    "networks",
                    user.admission().networks().networks().stream()
                            .map(Network::toString)
                            .toList());
        }
        switch (user.admission().tls()) {
            case TlsRequirement.Nothing nothing -> {
                // Left out of the document.
            }
            case TlsRequirement.Encrypted encrypted -> fields.put("require_tls", true);
            case TlsRequirement.AnyCertificate any -> fields.put("require_certificate", true);
            case TlsRequirement.CertificateOf(X500Principal subject) ->
                fields.put("require_certificate", subject.getName());
        }
        return fields;
    }

    private static Map<String, Object> account(Account account) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("user", account.user());
        fields.put("secret", account.secret());
        return fields;
    }
}
