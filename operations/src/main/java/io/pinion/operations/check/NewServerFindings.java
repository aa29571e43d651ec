package io.pinion.operations.check;

import io.pinion.config.document.Problem.Severity;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.standby.DatabasesInUse;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What keeps a server that no pair has from being one, and its application from coming to Pinion instead. Changes nothing;
 * blocks.
 */
record NewServerFindings(Server server, ServerConnection connection) {
    /** @param cluster of the servers that pairs have */
    List<Finding> of(ClusterFacts cluster) throws SQLException {
        Pair place = cluster.placeOf(
                server, connection.writesAs(), DatabasesInUse.of(connection).isEmpty());
        List<ServerFacts> servers = new ArrayList<>(cluster.servers());
        servers.add(ServerQuestions.ofNewServer(place, server, connection));
        ClusterFacts with =
                new ClusterFacts(cluster.topology(), servers, cluster.standings(), cluster.lasts(), cluster.proxy());
        List<Finding> found = new ArrayList<>(follows());
        found.addAll(health(servers.getLast().report()));
        ServerCheck.ALL.forEach(
                check -> check.look(with).filter(this::isOfServer).forEach(found::add));
        for (ApplicationQuestion question : ApplicationQuestion.ALL) {
            question.ask(connection, server.name()).ifPresent(found::add);
        }
        found.addAll(names(cluster.topology()));
        return found;
    }

    /** That it is fenced is right: CREATE PAIR opens it, and a standby stays so. */
    private List<Finding> health(ServerReport report) {
        Pair alone = new Pair("", server, Optional.empty());
        return new PairHealth(alone, Optional.of(report), Optional.empty(), Standing.UNKNOWN)
                .findings().stream()
                        .filter(finding -> !finding.check().equals(PairHealth.READ_ONLY))
                        .toList();
    }

    private boolean isOfServer(Finding finding) {
        return finding.place().equals(server.name());
    }

    private List<Finding> follows() throws SQLException {
        return connection.replication().configured()
                ? List.of(finding(
                        Severity.ERROR,
                        "replication",
                        "it follows another server",
                        new Cure.Statements(connection.dialect().forgetSource(), "")))
                : List.of();
    }

    /** Databases that clients wouldn't find behind Pinion by their names. */
    private List<Finding> names(Topology topology) throws SQLException {
        Catalog catalog = topology.toCatalog();
        List<String> taken = connection.userDatabases().stream()
                .filter(database -> isTaken(catalog.meaningOf(database)))
                .toList();
        return Stream.of(taken)
                .filter(names -> !names.isEmpty())
                .map(names -> finding(
                        Severity.ERROR,
                        "keyspace names",
                        "databases have the names of keyspaces or shards of the cluster, which clients would find instead: "
                                + String.join(", ", names),
                        new Cure.Words("other names for them, or for the keyspaces")))
                .toList();
    }

    private static boolean isTaken(DatabaseMeaning meaning) {
        return switch (meaning) {
            case DatabaseMeaning.Logical keyspace -> true;
            case DatabaseMeaning.Physical shard -> true;
            case DatabaseMeaning.NotOpen shard -> true;
            case DatabaseMeaning.AtHome home -> false;
            case DatabaseMeaning.Unknown database -> false;
        };
    }

    private Finding finding(Severity severity, String check, String problem, Cure cure) {
        return new Finding("", server.name(), severity, check, problem, cure);
    }
}
