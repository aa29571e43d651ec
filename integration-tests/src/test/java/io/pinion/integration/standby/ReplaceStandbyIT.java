package io.pinion.integration.standby;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MariaDB. */
class ReplaceStandbyIT extends ReplaceStandbyScenarios {
    private @Nullable LocalServers servers;

    @Override
    List<ManagedServer> startServers(Path directory) throws Exception {
        LocalServers started = LocalServers.open(directory.resolve("servers"));
        servers = started;
        LocalPair pair = started.startPair("R", 9);
        return List.of(
                pair.primary().manage(),
                pair.standby().manage(),
                started.start(new ServerSpec("RC", 93, 9, 0, List.of())).manage());
    }

    @Override
    void stopServers() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }
}
