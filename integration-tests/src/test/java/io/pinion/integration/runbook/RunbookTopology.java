package io.pinion.integration.runbook;

import io.pinion.config.topology.Verifiers;
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccount;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** What is on the servers at first, and what the topology says of them. */
final class RunbookTopology {
    private static final int SHARDS_EACH = 4;

    private RunbookTopology() {}

    static List<ServerAccount> accounts() {
        return List.of(
                ServerAccount.of(AccountRole.DATA, "127.0.0.1", secret("DATA")),
                ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", secret("MONITOR")),
                ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", secret("OPERATOR")));
    }

    /** @param name of a variable */
    static String secret(String name) {
        return name + "-secret";
    }

    /** @param number of the pair, from 0 */
    static void fill(LocalPair pair, int number) throws SQLException {
        try (ManagedServer primary = pair.primary().manage()) {
            for (int shard = number * SHARDS_EACH; shard < (number + 1) * SHARDS_EACH; shard++) {
                String database = "db%05d".formatted(shard);
                primary.execute(List.of(
                        "CREATE DATABASE " + database,
                        "CREATE TABLE " + database + ".pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,"
                                + " data LONGTEXT NOT NULL, ts TIMESTAMP NULL)",
                        "CREATE TABLE " + database + ".board_has_pins (board_id BIGINT UNSIGNED NOT NULL,"
                                + " pin_id BIGINT UNSIGNED NOT NULL, sequence BIGINT NOT NULL,"
                                + " PRIMARY KEY (board_id, pin_id))"));
            }
        }
        pair.awaitCaughtUp();
    }

    /** @param servers PA, PB, and what else there is */
    static String of(Collection<LocalServer> servers, String cluster) {
        List<String> pairs = new ArrayList<>(List.of("\"p\": {\"primary\": \"PA\", \"standby\": \"PB\"}"));
        List<String> ranges = new ArrayList<>(List.of("{\"range\": [0, 3], \"pair\": \"p\"}"));
        if (servers.stream().anyMatch(server -> server.name().equals("QA"))) {
            pairs.add("\"q\": {\"primary\": \"QA\", \"standby\": \"QB\"}");
            ranges.add("{\"range\": [4, 7], \"pair\": \"q\"}");
        }
        Verifiers admin = Verifiers.of(RunbookCluster.PASSWORD);
        return """
                {"cluster": "%s",
                 "servers": {%s},
                 "pairs": {%s},
                 "keyspaces": {
                   "pinterest": {"kind": "id", "database": "db%%05d",
                     "ranges": [%s],
                     "tables": {"pins": {"kind": "object", "type": 1},
                                "board_has_pins": {"kind": "mapping", "from": "board_id", "to": "pin_id"}}}},
                 "users": {"admin": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
                 "accounts": {"data": {"user": "%s", "secret": "env:DATA"},
                              "monitor": {"user": "%s", "secret": "env:MONITOR"},
                              "operator": {"user": "%s", "secret": "env:OPERATOR"}}}
                """.formatted(
                        cluster,
                        servers.stream()
                                .map(server -> "\"%s\": \"127.0.0.1:%d\"".formatted(server.name(), server.port()))
                                .collect(Collectors.joining(", ")),
                        String.join(", ", pairs),
                        String.join(", ", ranges),
                        admin.nativeVerifier(),
                        admin.sha2Verifier(),
                        AccountRole.DATA.userName(),
                        AccountRole.MONITOR.userName(),
                        AccountRole.OPERATOR.userName());
    }
}
