package io.pinion.integration.opening;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MariaDB, from one pair to another. */
class ReferenceOpeningIT extends ReferenceOpeningScenarios {
    private @Nullable LocalServers servers;

    @Override
    List<ManagedServer> startServers(Path directory) throws Exception {
        LocalServers started = LocalServers.open(directory.resolve("servers"));
        servers = started;
        LocalPair pair = started.startPair("P", 7);
        LocalPair other = started.startPair("Q", 8);
        return List.of(
                pair.primary().manage(),
                pair.standby().manage(),
                other.primary().manage(),
                other.standby().manage());
    }

    @Override
    void stopServers() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    @Override
    String pair() {
        return "q";
    }
}
