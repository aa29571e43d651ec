package io.pinion.integration.faults.cluster;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.MySqlPair;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two servers that follow each other and an empty one beside, all of MariaDB, or of MySQL 9.7 when there is a script that
 * starts those ({@link Servers}).
 *
 * @param rootPassword of the empty server, on which root is the only account
 */
public record KillableServers(
        FaultServer first, FaultServer second, FaultServer spare, String rootPassword, AutoCloseable stop) {
    private static final int NUMBER = 9;

    public static KillableServers start(Path directory) throws IOException, SQLException {
        return Servers.script().isPresent() ? mySql(Servers.script().get()) : mariaDb(directory);
    }

    private static KillableServers mariaDb(Path directory) throws IOException {
        LocalServers servers = LocalServers.open(directory);
        LocalPair pair = LocalPair.start(servers, "R", NUMBER);
        LocalServer spare = servers.start(new ServerSpec("RC", 93, NUMBER, 0, List.of()));
        return new KillableServers(
                Servers.server(pair.primary()),
                Servers.server(pair.standby()),
                Servers.server(spare),
                spare.rootPassword(),
                servers);
    }

    private static KillableServers mySql(Path script) throws IOException, SQLException {
        List<MySqlProcess> processes = new ArrayList<>();
        for (int server = 0; server < 3; server++) {
            processes.add(new MySqlProcess(script));
            processes.getLast().start();
        }
        GivenServers given = new GivenServers(
                "killable", processes.stream().map(MySqlProcess::address).toList());
        MySqlPair joined = MySqlPair.join(given);
        List<FaultServer> servers = new ArrayList<>();
        for (int index = 0; index < processes.size(); index++) {
            servers.add(Servers.server("R" + "ABC".charAt(index), index, processes.get(index), joined));
        }
        return new KillableServers(
                servers.get(0), servers.get(1), servers.get(2), GivenServers.mysql97Password(), () -> {
                    for (MySqlProcess process : processes) {
                        process.close();
                    }
                });
    }
}
