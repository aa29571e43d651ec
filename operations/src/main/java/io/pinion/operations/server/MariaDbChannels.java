package io.pinion.operations.server;

import static io.pinion.operations.server.sql.SqlText.quote;

import io.pinion.config.topology.Server;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.sql.Answers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * MariaDB's multi-source replication. What a channel brings has the other pair's replication domain, goes on to the own
 * standby, and would come back from there as out of order (error 1950): the server doesn't follow its standby
 * meanwhile.
 */
record MariaDbChannels() implements Channels {
    @Override
    public List<String> begin(Channel channel, ReplicationSource source, BinlogPlace place) {
        return List.of(
                "STOP SLAVE",
                "CHANGE MASTER " + quote(channel.name()) + " TO master_host=" + quote(source.host()) + ", master_port="
                        + source.port() + ", master_user="
                        + quote(source.login().user()) + ", master_password="
                        + quote(source.login().password()) + ", master_ssl="
                        + (source.login().tls() ? 1 : 0) + ", master_log_file=" + quote(place.file())
                        + ", master_log_pos=" + place.offset()
                        + ", master_use_gtid=no, master_connect_retry=1, master_heartbeat_period=1",
                "SET GLOBAL " + channel.name() + ".replicate_wild_do_table=" + literal(channel),
                "START SLAVE " + quote(channel.name()));
    }

    /** Doubled backslashes: the operator's connections have no NO_BACKSLASH_ESCAPES. */
    private static String literal(Channel channel) {
        return "'" + Channels.patterns(channel.databases(), ",").replace("\\", "\\\\") + "'";
    }

    /** An applier that was to stop at a place, and hasn't got there or doesn't know yet, would still stop there. */
    @Override
    public List<String> resume(Channel channel) {
        return List.of("STOP SLAVE " + quote(channel.name()) + " SQL_THREAD", "START SLAVE " + quote(channel.name()));
    }

    @Override
    public List<String> pause(Channel channel) {
        return List.of("STOP SLAVE " + quote(channel.name()) + " SQL_THREAD");
    }

    @Override
    public List<String> resumeUntil(Channel channel, BinlogPlace place) {
        return List.of("START SLAVE " + quote(channel.name()) + " SQL_THREAD UNTIL master_log_file="
                + quote(place.file()) + ", master_log_pos=" + place.offset());
    }

    /**
     * What the filter has left out isn't in the own binary log, but in the position from which the server would follow
     * its standby again, which doesn't know it (error 1236): the position becomes that of the own log.
     */
    @Override
    public void end(Connection connection, Channel channel) throws SQLException {
        MariaDbPartner partner = new MariaDbPartner(connection);
        if (!status(connection, channel).isEmpty()) {
            Answers.execute(connection, "STOP SLAVE " + quote(channel.name()), "STOP SLAVE");
            partner.beginBehindOwnLog();
            // The last of it: whoever repeats this after a failure finds the channel, and begins anew.
            Answers.execute(connection, "RESET SLAVE " + quote(channel.name()) + " ALL");
        }
        if (!Answers.firstRow(connection, "SHOW SLAVE STATUS").isEmpty()) {
            partner.follow();
        }
    }

    private static Map<String, String> status(Connection connection, Channel channel) throws SQLException {
        return Answers.rows(connection, "SHOW ALL SLAVES STATUS").stream()
                .filter(row -> channel.name().equals(row.get("Connection_name")))
                .findFirst()
                .orElse(Map.of());
    }

    /** After a restart of the server, a channel has no filter: it would bring everything. */
    @Override
    public ReplicationHealth health(Connection connection, Channel channel) throws SQLException {
        Map<String, String> status = status(connection, channel);
        return status.getOrDefault("Replicate_Wild_Do_Table", "").isEmpty()
                ? ReplicationHealth.ofStatus(Map.of(), "Slave", "Master")
                : ReplicationHealth.ofStatus(status, "Slave", "Master");
    }

    @Override
    public boolean follows(Connection connection, Channel channel, Server source) throws SQLException {
        Map<String, String> status = status(connection, channel);
        return source.host().equals(status.get("Master_Host"))
                && String.valueOf(source.port()).equals(status.get("Master_Port"));
    }

    @Override
    public String stopping(String name) {
        return "STOP SLAVE " + quote(name);
    }

    @Override
    public List<String> names(Connection connection) throws SQLException {
        return Answers.rows(connection, "SHOW ALL SLAVES STATUS").stream()
                .map(row -> row.getOrDefault("Connection_name", ""))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    @Override
    public BinlogPlace place(Connection connection) throws SQLException {
        Map<String, String> status = Answers.firstRow(connection, "SHOW MASTER STATUS");
        return new BinlogPlace(status.getOrDefault("File", ""), Long.parseLong(status.getOrDefault("Position", "0")));
    }

    /** A position names the last transaction of each domain; those of others than the source's pair need not come. */
    @Override
    public Position moved(Connection source, Position begun, Position now) throws SQLException {
        String domain = Answers.single(source, "SELECT @@GLOBAL.gtid_domain_id") + "-";
        return new Position(Arrays.stream(now.gtids().split(","))
                .filter(gtid -> gtid.startsWith(domain))
                .collect(Collectors.joining(",")));
    }
}
