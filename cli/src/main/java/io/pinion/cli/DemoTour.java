package io.pinion.cli;

import io.pinion.demo.LocalServer;
import io.pinion.demo.RunningDemo;
import io.pinion.server.bootstrap.RunningProxy;
import java.io.PrintWriter;
import java.nio.file.Path;

/** The demo's text when it is ready: six statements to paste, and the addresses of all servers. */
final class DemoTour {
    private static final String PAGE = """

            Pinion is ready on port %1$d. Six things to paste into another terminal:

              # the article's Pin, found by the shard inside its id
              mysql -h 127.0.0.1 -P %1$d -u app -papp -e "SELECT id, data FROM pinterest.pins WHERE id = 241294492511762325"

              # the same row the legacy way, by its database and local id
              mysql -h 127.0.0.1 -P %1$d -u app -papp -e "SELECT data FROM db03429.pins WHERE local_id = 7075733"

              # a row found by the md5 of its key
              mysql -h 127.0.0.1 -P %1$d -u app -papp -e "SELECT data FROM lookup.ip_data WHERE ip = '1.2.3.4'"

              # a new Pin: it goes to its board's shard, and its id says so
              mysql -h 127.0.0.1 -P %1$d -u app -papp -e "INSERT INTO pinterest.pins (data) VALUES \
            ('{\\"board_id\\": 241294561224164665}'); SELECT LAST_INSERT_ID()"

              # what the operator sees
              mysql -h 127.0.0.1 -P %1$d -u admin -padmin -e "SHOW SHARDS; SHOW ID 241294492511762325\\G"

              # a user with rights to one keyspace has a server account of its own: the server itself refuses the rest
              mysql -h 127.0.0.1 -P %1$d -u legacy_app -plegacy_app -e "SHOW DATABASES; SELECT * FROM pinterest.pins LIMIT 1"

            Users: app and admin (everything), legacy_app (keyspace legacy), reader (everything, read only); \
            each password is the name.
            Behind it (do not write here, it bypasses Pinion):
            """;

    private DemoTour() {}

    static void print(PrintWriter out, RunningProxy proxy, RunningDemo demo, Path directory) {
        out.print(PAGE.formatted(proxy.address().getPort()));
        for (LocalServer server : demo.servers()) {
            out.println("  " + server.name() + "  127.0.0.1:" + server.port());
        }
        out.println("  ZooKeeper  " + demo.zookeeperConnect());
        proxy.httpAddress().ifPresent(page -> out.println("  metrics    http://" + ProxyStart.text(page) + "/metrics"));
        out.println("The data is in " + directory + ". Ctrl-C stops everything and keeps it.");
        out.flush();
    }
}
