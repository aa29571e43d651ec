package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two servers that become a pair again and again: one with data, which refuses writes until it is the primary, and one
 * without, which takes writes until it is the standby.
 */
record PairOnTrial(EmptyServers servers, int first, int second) {
    String statement(String pair) {
        return "CREATE PAIR " + pair + " PRIMARY '" + servers.addresses().get(first) + "' STANDBY '"
                + servers.addresses().get(second) + "' USING 'root' IDENTIFIED BY '" + servers.rootPassword() + "'";
    }

    List<ServerState> states() throws SQLException {
        return List.of(ServerState.of(servers, first).withoutFollowed(), ServerState.of(servers, second));
    }

    /** As servers that have never been a pair. */
    void reset() throws SQLException {
        try (Connection primary = servers.connect(first);
                Connection standby = servers.connect(second)) {
            BareServer.empty(standby);
            BareServer.leavePair(primary);
            if (BareServer.isMariaDb(primary)) {
                JdbcClients.execute(primary, "SET GLOBAL read_only=1");
            } else {
                JdbcClients.execute(primary, "SET GLOBAL super_read_only=1");
            }
        }
    }

    /** Each follows the other, one takes writes, and both have the same. */
    void requirePair() throws Exception {
        List<String> primary = ServerState.of(servers, first).lasting();
        assertThat(primary).contains("read_only 0", "follows [" + port(second) + "]", "used");
        List<String> standby = new ArrayList<>(primary);
        standby.replaceAll(this::ofStandby);
        Soon.equal(() -> ServerState.of(servers, second).lasting(), standby);
        try (Connection root = servers.connect(second)) {
            Soon.equal(() -> JdbcClients.column(root, "SELECT id FROM used.t", 1), List.of("7"));
        }
    }

    private String ofStandby(String line) {
        return line.startsWith("follows")
                ? "follows [" + port(first) + "]"
                : line.replace("read_only 0", "read_only 1");
    }

    private String port(int server) {
        return servers.addresses().get(server).replaceAll(".*:", "");
    }
}
