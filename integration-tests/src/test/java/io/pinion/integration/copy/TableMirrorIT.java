package io.pinion.integration.copy;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MariaDB. */
class TableMirrorIT extends TableMirrorScenarios {
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
}
