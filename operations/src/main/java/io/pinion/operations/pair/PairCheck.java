package io.pinion.operations.pair;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.standby.NewServerCheck;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds all that keeps servers from becoming a pair. Changes nothing; blocks.
 *
 * @param before the topology without what is wanted
 */
record PairCheck(OperationServices services, Topology before, PairTask task) {
    // --- names

    /** What the topology has against it; asks no server. */
    List<Obstacle> names() {
        List<Obstacle> found = new ArrayList<>();
        switch (task) {
            case PairCreation create -> {
                newPair(create, found);
                create.added().forEach(server -> free(server, found));
            }
            case StandbyReplacement replace -> place(replace, found);
        }
        if (task.added().stream().map(Server::name).distinct().count()
                        < task.added().size()
                || task.added().stream().map(Server::address).distinct().count()
                        < task.added().size()) {
            found.add(Kind.IN_USE.of("the primary and the standby are one server: name two"));
        }
        if (found.isEmpty()) {
            document(found);
        }
        return found;
    }

    private void newPair(PairCreation create, List<Obstacle> found) {
        if (before.pair(create.pair()).isPresent()) {
            found.add(
                    Kind.IN_USE.of("there is a pair " + create.pair() + " already (SHOW PAIRS): choose another name"));
        }
        if (create.home() && before.homePair().isPresent()) {
            found.add(Kind.USAGE.of("the home pair is " + before.homePair().get()
                    + ", and there is only one: leave AS HOME out, or change \"home\" first (pinion topology set)"));
        }
    }

    /** The server may be in the topology already, also as the pair's standby that is made anew. */
    private void place(StandbyReplacement replace, List<Obstacle> found) {
        Server server = replace.standby();
        Optional<Pair> pair = before.pair(replace.pair());
        if (pair.isEmpty()) {
            found.add(Kind.UNKNOWN.of(UnknownName.pair(before, replace.pair())));
            return;
        }
        if (pair.get().primary().name().equals(server.name())) {
            found.add(Kind.USAGE.of(
                    server.name() + " is the primary of pair " + pair.get().name() + " (SHOW PAIRS)"));
            return;
        }
        String standby = pair.get().standby().map(Server::name).orElse("");
        if (!standby.equals(replace.old()) && !(replace.isOwn() && standby.isEmpty())) {
            found.add(Kind.USAGE.of("pair " + replace.pair() + " has another standby by now (SHOW PAIRS)"));
        }
        if (before.server(server.name()).filter(server::equals).isEmpty()) {
            free(server, found);
        } else if (!replace.isOwn() && !of(server).isEmpty()) {
            found.add(Kind.IN_USE.of(
                    "server " + server.name() + " is" + of(server).substring(1) + " (SHOW PAIRS)"));
        }
    }

    private void free(Server server, List<Obstacle> found) {
        for (Server other : before.servers().values()) {
            if (other.name().equals(server.name()) || other.address().equals(server.address())) {
                boolean name = other.name().equals(server.name());
                found.add(Kind.IN_USE.of("the topology has a server " + other.name() + " at " + other.address()
                        + " already" + of(other)
                        + (name
                                ? ": choose another name, written before the address"
                                : task instanceof StandbyReplacement
                                                && of(other).isEmpty()
                                        ? ": REPLACE STANDBY " + task.pair() + " WITH " + other.name() + " takes it"
                                        : ": name another server")));
            }
        }
    }

    private String of(Server server) {
        return before.pairs().values().stream()
                .filter(pair -> pair.has(server.name()))
                .findFirst()
                .map(pair -> ", of pair " + pair.name())
                .orElse("");
    }

    /** Whether the document would be right: what a name may be made of is known there. */
    private void document(List<Obstacle> found) {
        TopologyReader.objection(task.into(before)).ifPresent(objection -> found.add(Kind.USAGE.of(objection)));
    }

    // --- servers

    /** The same as {@link #servers}, and whether all accounts of the topology log in on the servers that it gets. */
    List<Obstacle> serversAndAccounts(PairLogins connections, CopyControl control)
            throws SQLException, OperationRefused {
        List<Obstacle> found = servers(connections, control);
        if (found.isEmpty()) {
            for (Server server : task.added()) {
                found.addAll(NewServerCheck.logins(before, services.access(), server));
            }
        }
        return found;
    }

    /**
     * What the servers have against it, but for the accounts of the topology.
     *
     * @param control is told how far it is with thousands of databases
     */
    List<Obstacle> servers(PairLogins connections, CopyControl control) throws SQLException, OperationRefused {
        ServerConnection primary = connections.primary();
        List<Obstacle> found = new ArrayList<>(NewServerCheck.settings(primary));
        binlogFormat(primary, found);
        if ((primary.replication().configured() && !(task instanceof StandbyReplacement))
                || (task instanceof PairCreation && !primary.channels().isEmpty())) {
            found.add(
                    Kind.FOLLOWS.of(primary + " follows another server: make that one the primary, or end it there by "
                            + String.join("; ", primary.dialect().forgetSource())));
        }
        Optional<Server> server = task.newStandby();
        if (server.isPresent()) {
            ServerConnection next = connections.standby().orElseThrow();
            binlogFormat(next, found);
            found.addAll(new NewServerCheck(before, services.access(), task.before(before), server.get(), primary, next)
                    .obstacles(task instanceof StandbyReplacement));
            if (task instanceof StandbyReplacement replace) {
                found.addAll(new StandbyContents(before, replace).obstacles(connections));
            }
        }
        OtherPairs others = new OtherPairs(services, before, task);
        if (found.isEmpty()) {
            found.addAll(others.obstacles(connections));
        } else if (server.isPresent()) {
            // The cures of what was found would wreck a server of a pair that was named by another address.
            Optional<Obstacle> known = others.itself(server.get(), connections);
            if (known.isPresent()) {
                return List.of(known.get());
            }
        }
        if (found.isEmpty() && connections.standby().isPresent()) {
            contents(primary, connections.standby().get(), control, found);
        }
        return found;
    }

    /** Of a MySQL nothing else asks for it. */
    private static void binlogFormat(ServerConnection server, List<Obstacle> found) throws SQLException {
        String format = server.dialect().binlogFormat(server);
        if (!format.equals("ROW")) {
            String words =
                    server + ": binlog_format is " + format + ": set binlog_format=ROW in the server's configuration";
            if (found.stream().noneMatch(obstacle -> obstacle.words().equals(words))) {
                found.add(Kind.BINLOG_FORMAT.of(words));
            }
        }
    }

    /** What it keeps isn't copied. A copy drops what it has, in which the checks before this one saw nothing of use. */
    private void contents(ServerConnection primary, ServerConnection next, CopyControl control, List<Obstacle> found)
            throws SQLException, OperationRefused {
        if (task instanceof StandbyReplacement replace && replace.contents() == Contents.KEPT) {
            return;
        }
        DatabaseCopy.problems(primary, next, primary.userDatabases(), List.of(), control)
                .forEach(problem -> found.add(Kind.UNSUPPORTED.of(problem)));
    }
}
