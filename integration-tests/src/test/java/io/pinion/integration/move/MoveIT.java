package io.pinion.integration.move;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MariaDB. */
class MoveIT extends MoveScenarios {
    private @Nullable LocalServers servers;

    @Override
    List<List<ManagedServer>> startPairs(Path directory) throws Exception {
        LocalServers started = LocalServers.open(directory.resolve("servers"));
        servers = started;
        List<List<ManagedServer>> pairs = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
            LocalPair pair = started.startPair("P" + number, number);
            pairs.add(List.of(pair.primary().manage(), pair.standby().manage()));
        }
        return pairs;
    }

    @Override
    void stopPairs() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }
}
