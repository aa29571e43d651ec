package io.pinion.integration.runbook;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.runbook.RunbookCluster.Besides;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/backup.md types: a backup of a standby, and the way back from it when both servers of the pair are lost. */
class BackupPageIT {
    private static final Path PAGE = Path.of("../docs/backup.md");
    private static final Path DUMP = Path.of("/usr/bin/mariadb-dump");

    private final Path directory;

    BackupPageIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void whatThePageTypesIsAnsweredAsItSays() throws Exception {
        assumeTrue(Files.isExecutable(DUMP), "MariaDB's clients are not installed");
        try (RunbookCluster cluster = new RunbookCluster(directory, Besides.NOTHING);
                LocalServers servers = LocalServers.open(directory.resolve("spare"));
                Desk desk = new Desk(cluster, cluster.operatorsDirectory())) {
            LocalServer spare = servers.start(new ServerSpec("PC", 13, 3, 0, List.of()));
            desk.type(new Prompt("app", false, "INSERT INTO db00000.pins (data) VALUES ('{}')"));
            RunbookPage.play(PAGE, prompt -> {
                // Later than the page has it: a driver asks for variables of a server when it says its first statement.
                if (prompt.typed().endsWith("> lost.json")) {
                    cluster.server("PA").kill9();
                    cluster.server("PB").kill9();
                }
                return desk.type(new Prompt(prompt.place(), prompt.shell(), placed(cluster, spare, prompt)));
            });
        }
    }

    private static String placed(RunbookCluster cluster, LocalServer spare, Prompt prompt) {
        String root = spare.rootPassword();
        return prompt.typed()
                .replace("--host=10.0.1.2", at(cluster.server("PB")))
                .replace("--host=10.0.1.3", at(spare))
                .replace("10.0.1.3:3306", "127.0.0.1:" + spare.port())
                .replace("--user=root --password=secret", "--user=root --password=" + root)
                .replace("USING 'root' IDENTIFIED BY 'secret'", "USING 'root' IDENTIFIED BY '" + root + "'")
                .replace("'10.0.%'", "'127.0.0.1'");
    }

    private static String at(LocalServer server) {
        return "--protocol=tcp --host=127.0.0.1 --port=" + server.port();
    }
}
