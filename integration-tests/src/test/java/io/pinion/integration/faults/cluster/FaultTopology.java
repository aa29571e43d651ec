package io.pinion.integration.faults.cluster;

import io.pinion.config.topology.Verifiers;
import io.pinion.operations.server.AccountRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the topology says at first, and the tables that are on each shard. */
final class FaultTopology {
    private FaultTopology() {}

    static String password(AccountRole role) {
        return role.name().toLowerCase(Locale.ROOT) + "-secret";
    }

    static List<String> tables(String database) {
        return List.of(
                "CREATE DATABASE " + database,
                "CREATE TABLE " + database
                        + ".pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT) ENGINE=InnoDB",
                "CREATE TABLE " + database
                        + ".list (name VARCHAR(20) PRIMARY KEY, items LONGTEXT NOT NULL) ENGINE=InnoDB",
                "CREATE TABLE " + database + ".account (id INT PRIMARY KEY, balance BIGINT NOT NULL) ENGINE=InnoDB",
                "CREATE TABLE " + database + ".booking (line BIGINT AUTO_INCREMENT PRIMARY KEY, id BIGINT NOT NULL,"
                        + " payer VARCHAR(20) NOT NULL, payee VARCHAR(20) NOT NULL, amount INT NOT NULL) ENGINE=InnoDB");
    }

    /** @param secrets a directory with a file for each role */
    static String of(List<FaultPair> pairs, Path secrets, String password) {
        List<String> servers = new ArrayList<>();
        List<String> roles = new ArrayList<>();
        List<String> ranges = new ArrayList<>();
        for (FaultPair pair : pairs) {
            for (FaultServer server : pair.servers()) {
                servers.add("\"%s\": \"127.0.0.1:%d\""
                        .formatted(server.name(), server.line().port()));
            }
            roles.add("\"%s\": {\"primary\": \"%s\", \"standby\": \"%s\"}"
                    .formatted(pair.name(), pair.first().name(), pair.second().name()));
            ranges.add("{\"range\": [%d, %d], \"pair\": \"%s\"}"
                    .formatted(pair.shards().getFirst(), pair.shards().getLast(), pair.name()));
        }
        String accounts = List.of(AccountRole.DATA, AccountRole.MONITOR, AccountRole.OPERATOR).stream()
                .map(role -> "\"%s\": {\"user\": \"%s\", \"secret\": \"file:%s\"}"
                        .formatted(role.name().toLowerCase(Locale.ROOT), role.userName(), secrets.resolve(role.name())))
                .collect(Collectors.joining(", "));
        Verifiers app = Verifiers.of(password);
        return """
                {"cluster": "%s",
                 "servers": {%s},
                 "pairs": {%s},
                 "keyspaces": {
                   "pinterest": {"kind": "id", "database": "db%%05d", "ranges": [%s],
                     "tables": {"pins": {"kind": "object", "type": 1}}}},
                 "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
                 "accounts": {%s}}
                """.formatted(
                        FaultCluster.NAME,
                        String.join(", ", servers),
                        String.join(", ", roles),
                        String.join(", ", ranges),
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        accounts);
    }
}
