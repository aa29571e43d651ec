package io.pinion.config.topology;

import io.pinion.config.document.JsonFields;
import io.pinion.config.document.JsonText;
import io.pinion.config.network.Network;
import io.pinion.config.network.Networks;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.TransactionMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.security.auth.x500.X500Principal;

/**
 * Writes a topology as the document that {@link TopologyReader} reads back as an equal topology. The text is canonical:
 * equal topologies have equal texts, so that a diff of two texts shows changes only.
 */
public final class TopologyWriter {

    public String write(Topology topology) {
        return JsonText.of(new JsonFields()
                .when(topology.generation() > 0, "generation", topology.generation())
                .with("cluster", topology.cluster())
                .with("servers", JsonFields.each(topology.servers(), Server::address))
                .with("pairs", JsonFields.each(topology.pairs(), TopologyWriter::pair))
                .with(
                        "keyspaces",
                        JsonFields.each(topology.keyspaces(), keyspace -> keyspace(keyspace, topology.knownAnswers())))
                .with("home", topology.homePair())
                .with("users", JsonFields.each(topology.users(), user -> user(user, topology)))
                .with("accounts", JsonFields.each(topology.statedAccounts(), TopologyWriter::account)));
    }

    /** The part of a document that states one keyspace: an object with its name. */
    public String write(Keyspace keyspace) {
        return JsonText.of(Map.of(keyspace.name(), keyspace(keyspace, Map.of())));
    }

    private static JsonFields pair(Pair pair) {
        return new JsonFields()
                .with("primary", pair.primary().name())
                .with("standby", pair.standby().map(Server::name))
                .flag("held", pair.held());
    }

    /** @param answers see {@link Topology#knownAnswers} */
    private static JsonFields keyspace(Keyspace keyspace, Map<String, Map<String, Integer>> answers) {
        JsonFields fields = new JsonFields();
        switch (keyspace) {
            case Keyspace.Id id -> sharded(id, fields.with("kind", "id"));
            case Keyspace.Mod mod ->
                sharded(
                        mod,
                        fields.with("kind", "mod")
                                .with("shards", mod.shards())
                                .with("hash", mod.function().name())
                                .with("key_charset", mod.keyEncoding().charset())
                                .when(mod.keyEncoding().foldLower(), "fold", "lower")
                                .with("checks", Optional.ofNullable(answers.get(mod.name())))
                                .with("resharding", mod.resharding().map(TopologyWriter::resharding)));
            case Keyspace.Single single -> fields.with("kind", "single").with("pair", single.pair());
        }
        return fields.when(
                keyspace.transactions() != TransactionMode.DEFAULT,
                "transactions",
                keyspace.transactions().word());
    }

    private static void sharded(Keyspace.Sharded keyspace, JsonFields fields) {
        fields.with("importing", keyspace.importing().map(TopologyWriter::importing))
                .with("database", keyspace.databases().toString())
                .with("ranges", ranges(keyspace.ranges()))
                .with("scatter", ScatterReader.written(keyspace.scatter()))
                .when(
                        !keyspace.tables().isEmpty(),
                        "tables",
                        JsonFields.each(new TreeMap<>(keyspace.tables()), TopologyWriter::table));
    }

    private static JsonFields importing(Importing database) {
        return new JsonFields().with("pair", database.pair()).flag("handed_over", database.handedOver());
    }

    private static JsonFields resharding(Resharding other) {
        return new JsonFields()
                .flag("former", other.former())
                .with("shards", other.shards())
                .with("hash", other.function().name())
                .with("database", other.databases().toString())
                .with("ranges", ranges(other.ranges()));
    }

    private static List<JsonFields> ranges(RangeTable table) {
        return table.ranges().stream()
                .map(range -> new JsonFields()
                        .with("range", List.of(range.first(), range.last()))
                        .with("pair", range.pair())
                        .when(range.insertWeight() != range.size(), "insert_weight", range.insertWeight())
                        .flag("held", range.held()))
                .toList();
    }

    private static JsonFields table(Table table) {
        JsonFields fields = new JsonFields();
        switch (table) {
            case Table.ObjectTable object ->
                fields.with("kind", "object")
                        .with("type", object.type())
                        .with("colocate", object.colocation().text())
                        .with("hashed", object.hashed().map(hashed -> new JsonFields()
                                .with("shards", hashed.shards())
                                .with("through", hashed.through())));
            case Table.MappingTable mapping -> {
                TreeSet<String> others = new TreeSet<>(mapping.idColumns());
                others.remove(mapping.fromColumn());
                fields.with("kind", "mapping").with("from", mapping.fromColumn());
                if (others.size() == 1) {
                    fields.with("to", others.first());
                } else {
                    fields.when(!others.isEmpty(), "id_columns", others);
                }
            }
            case Table.HashedTable hashed -> fields.with("kind", "hashed").with("key", hashed.keyColumn());
            case Table.ReferenceTable reference -> fields.with("kind", "reference");
            case Table.SingleTable single ->
                fields.with("kind", "single").with("shard", single.shard().number());
        }
        JsonFields columns = new JsonFields();
        table.columns().forEach(column -> columns.with(column.name(), ColumnText.of(column)));
        return fields.with("sequence", Declaration.like(table).sequence())
                .with("queue", table.queue().map(QueueReader::written))
                .when(!columns.isEmpty(), "columns", columns);
    }

    private static JsonFields user(User user, Topology topology) {
        Networks networks = user.admission().networks();
        return new JsonFields()
                .with(
                        "password_hash",
                        new JsonFields()
                                .with("native", user.nativeVerifier())
                                .with("sha2", user.sha2Verifier())
                                .with("caching_sha2", user.saltedVerifier()))
                .with("keyspaces", new TreeSet<>(user.keyspaces()))
                .flag("admin", user.admin())
                .flag("read_only", user.readsOnly())
                .with("scatter", ScatterReader.written(user.scatter()))
                .when(
                        topology.account(user.account())
                                .filter(Account::isManaged)
                                .isEmpty(),
                        "account",
                        user.account())
                .when(
                        !networks.isEmpty(),
                        "networks",
                        networks.networks().stream().map(Network::toString).toList())
                .flag("require_tls", user.admission().tls() instanceof TlsRequirement.Encrypted)
                .with("require_certificate", certificate(user.admission().tls()));
    }

    private static Optional<?> certificate(TlsRequirement tls) {
        return switch (tls) {
            case TlsRequirement.Nothing nothing -> Optional.empty();
            case TlsRequirement.Encrypted encrypted -> Optional.empty();
            case TlsRequirement.AnyCertificate any -> Optional.of(true);
            case TlsRequirement.CertificateOf(X500Principal subject) -> Optional.of(subject.getName());
        };
    }

    private static JsonFields account(Account account) {
        return new JsonFields().with("user", account.user()).with("secret", account.secret());
    }
}
