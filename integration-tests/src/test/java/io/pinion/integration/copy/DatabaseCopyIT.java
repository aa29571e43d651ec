package io.pinion.integration.copy;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MariaDB. */
class DatabaseCopyIT extends DatabaseCopyScenarios {
    private @Nullable LocalServers servers;

    @Override
    TwoServers start(Path directory) throws Exception {
        LocalServers opened = LocalServers.open(directory);
        servers = opened;
        LocalServer first = start(opened, "A", 1);
        return TwoServers.prepare(first.manage(), start(opened, "B", 2).manage(), first.rootPassword());
    }

    private static LocalServer start(LocalServers servers, String name, int number) throws Exception {
        return servers.start(new ServerSpec(name, number, number, 0, List.of("--max-allowed-packet=64M")));
    }

    @Override
    void stopServers() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    @Override
    String ownColumns() {
        return ", uu UUID, i4 INET4, i6 INET6";
    }

    @Override
    String ownValues() {
        return ", uu = '123e4567-e89b-12d3-a456-426655440000', i4 = '1.2.3.4', i6 = '2001:db8::ff00:42:8329'";
    }
}
