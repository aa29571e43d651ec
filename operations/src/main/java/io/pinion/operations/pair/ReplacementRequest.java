package io.pinion.operations.pair;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.util.List;
import java.util.Optional;

/**
 * What somebody has typed to give a pair another standby.
 *
 * @param name of the server; empty where only its address was typed
 * @param address of the server, under that name; empty for one that the topology has
 * @param discardsContents whether what the server has may go
 */
public record ReplacementRequest(
        String pair, String name, Optional<Server> address, boolean discardsContents, Optional<FirstLogin> login)
        implements PairRequest<StandbyReplacement> {
    /** As the topology has the pair and the server; what the server has is to be looked at. */
    @Override
    public StandbyReplacement task(Topology now) throws OperationRefused {
        Pair there = OperationServices.pair(now, pair);
        return new StandbyReplacement(
                pair,
                there.standby().map(Server::name).orElse(""),
                server(now),
                discardsContents ? Contents.DISCARDED : Contents.COPIED);
    }

    private Server server(Topology now) throws OperationRefused {
        if (address.isEmpty()) {
            return now.server(name)
                    .orElseThrow(() -> refused(Kind.UNKNOWN.of(
                            UnknownName.server(now, name) + "; for a new one, write its address, as in REPLACE"
                                    + " STANDBY " + pair + " WITH '" + name
                                    + (name.contains(":") ? "" : ":" + Server.DEFAULT_PORT) + "'")));
        }
        Server typed = address.get();
        Optional<Server> known = now.servers().values().stream()
                .filter(server -> server.address().equals(typed.address()))
                .findFirst();
        if (known.isEmpty()) {
            // A and B are the names of CREATE PAIR.
            return name.isEmpty() ? new Server(now.freeServerName(pair, 'C'), typed.host(), typed.port()) : typed;
        }
        String called = known.get().name();
        if (!name.isEmpty() && !name.equals(called)) {
            throw refused(Kind.IN_USE.of("the topology calls the server at " + typed.address() + " " + called
                    + ": REPLACE STANDBY " + pair + " WITH " + called));
        }
        return known.get();
    }

    private static OperationRefused refused(Obstacle obstacle) {
        return Obstacle.refusal(List.of(obstacle));
    }
}
