package io.pinion.integration.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.config.topology.Verifiers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Users with fewer rights than all, in the topology of a {@link PairCluster}. */
public final class LimitedUsers {
    private static final ObjectMapper JSON = new ObjectMapper();

    private LimitedUsers() {}

    /** Whose password is {@link PairCluster#PASSWORD}. */
    public static ObjectNode user(String keyspace, boolean readsOnly) {
        Verifiers verifiers = Verifiers.of(PairCluster.PASSWORD);
        ObjectNode user = JSON.createObjectNode();
        user.putObject("password_hash")
                .put("native", verifiers.nativeVerifier())
                .put("sha2", verifiers.sha2Verifier());
        user.putArray("keyspaces").add(keyspace);
        user.put("read_only", readsOnly);
        return user;
    }

    /**
     * Stores a next generation, with other users, in which the pair is home to all other databases.
     *
     * @param change of the users
     */
    public static void publish(PairCluster cluster, Consumer<ObjectNode> change) throws Exception {
        publishAll(cluster, document -> change.accept((ObjectNode) document.get("users")));
    }

    /** @param change of the whole document */
    static void publishAll(PairCluster cluster, Consumer<ObjectNode> change) throws Exception {
        Topology now = cluster.editor().current();
        ObjectNode document = (ObjectNode) JSON.readTree(new TopologyWriter().write(now));
        document.put("home", "p");
        change.accept(document);
        document.put("generation", now.generation() + 1);
        assertThat(cluster.editor().set(document.toString(), OptionalLong.of(now.generation())))
                .isInstanceOf(TopologyEditor.Outcome.Written.class);
    }

    /** Both proxies serve the stored topology, and find all accounts as they should be. */
    public static void awaitExact(PairCluster cluster) throws Exception {
        long generation = cluster.editor().current().generation();
        for (int proxy = 0; proxy < 2; proxy++) {
            try (Connection admin = cluster.connect(proxy)) {
                Conditions.await(
                        "accounts are as they should be",
                        PairCluster.TIMEOUT,
                        () -> Jdbc.rows(admin, "SHOW TOPOLOGY STATUS")
                                        .toString()
                                        .contains("generation, " + generation)
                                && Jdbc.rows(admin, "SHOW USERS").stream()
                                        .allMatch(row -> !row.get(3).startsWith("rights:")
                                                || row.get(4).equals("exact")));
            }
        }
    }
}
