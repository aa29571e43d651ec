package io.pinion.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.Verifiers;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
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
        return switch (new TopologyReader().read(json())) {
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
        return Optional.of(new Topology(
                stored.generation() + 1,
                stored.cluster(),
                servers,
                moved,
                stored.keyspaces(),
                stored.knownAnswers(),
                stored.homePair(),
                stored.users(),
                stored.accounts()));
    }

    private static Pair at(Map<String, Server> servers, Pair pair) {
        Server primary = servers.getOrDefault(pair.primary().name(), pair.primary());
        return new Pair(
                pair.name(), primary, pair.standby().map(standby -> servers.getOrDefault(standby.name(), standby)));
    }

    private List<LocalServer> servers() {
        return pairs.stream().flatMap(pair -> pair.servers().stream()).toList();
    }

    private String json() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("generation", 1);
        document.put("cluster", settings.cluster());
        Map<String, Object> addresses = new LinkedHashMap<>();
        servers().forEach(server -> addresses.put(server.name(), server.host() + ":" + server.port()));
        document.put("servers", addresses);
        Map<String, Object> pairFields = new LinkedHashMap<>();
        pairs.forEach(pair -> pairFields.put(pair.name(), pairFields(pair)));
        document.put("pairs", pairFields);
        document.put("keyspaces", keyspaces());
        document.put("home", DemoShape.PAIRS.getFirst());
        document.put("users", users());
        document.put(
                "accounts",
                Map.of(
                        Account.DATA, account(AccountRole.DATA),
                        Account.MONITOR, account(AccountRole.MONITOR),
                        Account.OPERATOR, account(AccountRole.OPERATOR)));
        try {
            return new ObjectMapper().writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps and texts always make JSON", e);
        }
    }

    private static Map<String, Object> pairFields(DemoPair pair) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("primary", pair.primary().name());
        pair.standby().ifPresent(standby -> fields.put("standby", standby.name()));
        return fields;
    }

    private Map<String, Object> keyspaces() {
        DemoSchema schema = new DemoSchema(dialect);
        Map<String, Object> pinterest = new LinkedHashMap<>();
        pinterest.put("kind", "id");
        pinterest.put("database", DemoSchema.PINTEREST_DATABASES.toString());
        pinterest.put("ranges", ranges());
        pinterest.put("tables", tables(schema.pinterestTables()));
        Map<String, Object> lookup = new LinkedHashMap<>();
        lookup.put("kind", "mod");
        lookup.put("database", DemoSchema.LOOKUP_DATABASES.toString());
        lookup.put("shards", DemoShape.SHARDS);
        lookup.put("hash", "md5");
        // This answer comes from outside of Pinion, so it checks the code that computes it.
        lookup.put("checks", Map.of("1.2.3.4", 1537));
        lookup.put("ranges", ranges());
        lookup.put("tables", tables(schema.lookupTables()));
        Map<String, Object> keyspaces = new LinkedHashMap<>();
        keyspaces.put("pinterest", pinterest);
        keyspaces.put("lookup", lookup);
        keyspaces.put(DemoSchema.LEGACY_DATABASE, Map.of("kind", "single", "pair", DemoShape.PAIRS.getFirst()));
        return keyspaces;
    }

    private List<Object> ranges() {
        List<Object> ranges = new ArrayList<>();
        for (ShardRange range : settings.shape().ranges()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("range", List.of(range.first(), range.last()));
            fields.put("pair", range.pair());
            if (range.insertWeight() == 0) {
                fields.put("insert_weight", 0);
            }
            ranges.add(fields);
        }
        return ranges;
    }

    private static Map<String, Object> tables(List<DemoSchema.DemoTable> tables) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (DemoSchema.DemoTable table : tables) {
            Map<String, Object> fields = new LinkedHashMap<>(table.routing());
            fields.put("columns", table.columns());
            all.put(table.name(), fields);
        }
        return all;
    }

    /** A user with fewer rights than all gets an account of its own on the servers, which the proxy makes. */
    private static Map<String, Object> users() {
        Map<String, Object> users = new LinkedHashMap<>();
        users.put("app", user("app", "*", Map.of()));
        users.put("admin", user("admin", "*", Map.of("admin", true)));
        users.put("legacy_app", user("legacy_app", DemoSchema.LEGACY_DATABASE, Map.of()));
        users.put("reader", user("reader", "*", Map.of("read_only", true)));
        return users;
    }

    /** Each user's password is its name, for everyone to know. */
    private static Map<String, Object> user(String name, String keyspace, Map<String, Object> more) {
        Verifiers verifiers = Verifiers.of(name);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("password_hash", Map.of("native", verifiers.nativeVerifier(), "sha2", verifiers.sha2Verifier()));
        fields.put("keyspaces", List.of(keyspace));
        fields.putAll(more);
        return fields;
    }

    private Map<String, Object> account(AccountRole role) {
        return Map.of("user", role.userName(), "secret", secrets.reference(role));
    }
}
