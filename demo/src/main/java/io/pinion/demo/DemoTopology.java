package io.pinion.demo;

import io.pinion.config.document.JsonFields;
import io.pinion.config.document.JsonText;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.Verifiers;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The demo's topology document. */
final class DemoTopology {
    private final DemoSettings settings;
    private final DemoSecrets secrets;
    private final List<DemoPair> pairs;
    private final Dialect dialect;

    DemoTopology(DemoSettings settings, DemoSecrets secrets, List<DemoPair> pairs, Dialect dialect) {
        this.settings = settings;
        this.secrets = secrets;
        this.pairs = List.copyOf(pairs);
        this.dialect = dialect;
    }

    /** The document of a new cluster, read back at once so that a mistake in it shows here. */
    Topology create() {
        return switch (new TopologyReader().read(JsonText.of(document()))) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new IllegalStateException(refused.text());
        };
    }

    /**
     * The document with the addresses that the servers have in this run, one generation later; empty when they are the
     * same. Changes by people and by promotions stay.
     */
    Optional<Topology> withAddresses(Topology stored) {
        Map<String, Server> servers = new LinkedHashMap<>(stored.servers());
        for (LocalServer server : servers()) {
            servers.replace(server.name(), new Server(server.name(), server.host(), server.port()));
        }
        if (servers.equals(stored.servers())) {
            return Optional.empty();
        }
        Map<String, Pair> moved = new LinkedHashMap<>();
        stored.pairs().forEach((name, pair) -> moved.put(name, at(servers, pair)));
        return Optional.of(stored.with(servers, moved, stored.homePair()).withGeneration(stored.generation() + 1));
    }

    private static Pair at(Map<String, Server> servers, Pair pair) {
        Server primary = servers.getOrDefault(pair.primary().name(), pair.primary());
        return new Pair(
                pair.name(), primary, pair.standby().map(standby -> servers.getOrDefault(standby.name(), standby)));
    }

    private List<LocalServer> servers() {
        return pairs.stream().flatMap(pair -> pair.servers().stream()).toList();
    }

    private JsonFields document() {
        JsonFields addresses = new JsonFields();
        servers().forEach(server -> addresses.with(server.name(), server.host() + ":" + server.port()));
        JsonFields named = new JsonFields();
        pairs.forEach(pair -> named.with(
                pair.name(),
                new JsonFields()
                        .with("primary", pair.primary().name())
                        .with("standby", pair.standby().map(LocalServer::name))));
        return new JsonFields()
                .with("generation", 1)
                .with("cluster", settings.cluster())
                .with("servers", addresses)
                .with("pairs", named)
                .with("keyspaces", keyspaces())
                .with("home", DemoShape.PAIRS.getFirst())
                .with("users", users())
                .with(
                        "accounts",
                        new JsonFields()
                                .with(Account.DATA, account(AccountRole.DATA))
                                .with(Account.MONITOR, account(AccountRole.MONITOR))
                                .with(Account.OPERATOR, account(AccountRole.OPERATOR)));
    }

    private JsonFields keyspaces() {
        DemoSchema schema = new DemoSchema(dialect);
        return new JsonFields()
                .with(
                        "pinterest",
                        new JsonFields()
                                .with("kind", "id")
                                .with("database", DemoSchema.PINTEREST_DATABASES.toString())
                                .with("ranges", ranges())
                                .with("tables", tables(schema.pinterestTables())))
                .with(
                        "lookup",
                        new JsonFields()
                                .with("kind", "mod")
                                .with("database", DemoSchema.LOOKUP_DATABASES.toString())
                                .with("shards", DemoShape.SHARDS)
                                .with("hash", "md5")
                                // This answer comes from outside of Pinion, so it checks the code that computes it.
                                .with("checks", Map.of("1.2.3.4", 1537))
                                .with("ranges", ranges())
                                .with("tables", tables(schema.lookupTables())))
                .with(DemoSchema.LEGACY_DATABASE, Map.of("kind", "single", "pair", DemoShape.PAIRS.getFirst()));
    }

    private List<JsonFields> ranges() {
        return settings.shape().ranges().stream()
                .map(range -> new JsonFields()
                        .with("range", List.of(range.first(), range.last()))
                        .with("pair", range.pair())
                        .when(range.insertWeight() == 0, "insert_weight", 0))
                .toList();
    }

    private static JsonFields tables(List<DemoSchema.DemoTable> tables) {
        JsonFields all = new JsonFields();
        for (DemoSchema.DemoTable table : tables) {
            JsonFields fields = new JsonFields();
            table.routing().forEach(fields::with);
            all.with(table.name(), fields.with("columns", table.columns()));
        }
        return all;
    }

    /** A user with fewer rights than all gets an account of its own on the servers, which the proxy makes. */
    private static JsonFields users() {
        return new JsonFields()
                .with("app", user("app", "*"))
                .with("admin", user("admin", "*").flag("admin", true))
                .with("legacy_app", user("legacy_app", DemoSchema.LEGACY_DATABASE))
                .with("reader", user("reader", "*").flag("read_only", true));
    }

    /** Each user's password is its name, for everyone to know. */
    private static JsonFields user(String name, String keyspace) {
        Verifiers verifiers = Verifiers.of(name);
        return new JsonFields()
                .with("password_hash", Map.of("native", verifiers.nativeVerifier(), "sha2", verifiers.sha2Verifier()))
                .with("keyspaces", List.of(keyspace));
    }

    private Map<String, Object> account(AccountRole role) {
        return Map.of("user", role.userName(), "secret", secrets.reference(role));
    }
}
