package io.pinion.operations.check;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.watch.ServerReport;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a server has answered, all at about the same time.
 *
 * @param variables the global ones, as SHOW VARIABLES shows them
 * @param identities what no other server may have, in words
 * @param writesAs what the transactions of its clients are marked with, in words
 * @param host the host pattern of the operator's account, by which Pinion's other accounts log in, too
 * @param tables how many it has, views included
 */
record ServerFacts(
        Pair pair,
        Server server,
        ServerReport report,
        Map<String, String> variables,
        List<String> identities,
        String writesAs,
        String host,
        Encryption encryption,
        long tables,
        List<AccountState> accounts) {
    ServerFacts {
        variables = Map.copyOf(variables);
        identities = List.copyOf(identities);
        accounts = List.copyOf(accounts);
    }

    /** Which connections are encrypted, or never leave the host: Pinion's to the server, and the server's to its partner. */
    record Encryption(boolean ofPinion, boolean ofReplication) {}

    Finding error(String check, String problem, Cure cure) {
        return Finding.error(pair, server, check, problem, cure);
    }

    Finding warning(String check, String problem, Cure cure) {
        return Finding.warning(pair, server, check, problem, cure);
    }

    boolean isPrimary() {
        return pair.primary().equals(server);
    }

    Dialect dialect() {
        return report.dialect();
    }

    boolean has(String variable) {
        return variables.containsKey(variable);
    }

    /** Empty for one that the product doesn't have. */
    String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    /** A variable that is a number; 0 for one that the product doesn't have. */
    long number(String name) {
        String value = variable(name);
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
    }

    /** The server_id of the server that it follows; empty for none, and where it doesn't know. */
    OptionalLong source() {
        return report.replication().map(ReplicationHealth::source).orElse(OptionalLong.empty());
    }

    @Override
    public String toString() {
        return server.name();
    }
}
