package io.pinion.integration.rights;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MariaDB. */
class RightsIT extends RightsScenarios {
    private @Nullable LocalServers servers;

    @Override
    List<ManagedServer> startPair(Path directory) throws Exception {
        LocalServers started = LocalServers.open(directory.resolve("servers"));
        servers = started;
        LocalPair pair = started.startPair("P", 7);
        return List.of(pair.primary().manage(), pair.standby().manage());
    }

    @Override
    void stopPair() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }
}
