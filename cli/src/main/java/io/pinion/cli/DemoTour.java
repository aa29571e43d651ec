package io.pinion.cli;

import io.pinion.demo.LocalServer;
import io.pinion.demo.RunningDemo;
import io.pinion.server.bootstrap.RunningProxy;
import java.io.PrintWriter;
import java.nio.file.Path;

/** The demo's text when it is ready: six statements to paste, and the addresses of all servers. */
final class DemoTour {
    private DemoTour() {}

    static void print(PrintWriter out, RunningProxy proxy, RunningDemo demo, Path directory) {
        int port = proxy.address().getPort();
        out.println();
        out.println("Pinion is ready on port " + port + ". Six things to paste into another terminal:");
        out.println();
        example(
                out,
                port,
                "app",
                "the article's Pin, found by the shard inside its id",
                "SELECT id, data FROM pinterest.pins WHERE id = 241294492511762325");
        example(
                out,
                port,
                "app",
                "the same row the legacy way, by its database and local id",
                "SELECT data FROM db03429.pins WHERE local_id = 7075733");
        example(
                out,
                port,
                "app",
                "a row found by the md5 of its key",
                "SELECT data FROM lookup.ip_data WHERE ip = '1.2.3.4'");
        example(
                out,
                port,
                "app",
                "a new Pin: it goes to its board's shard, and its id says so",
                "INSERT INTO pinterest.pins (data) VALUES ('{\\\"board_id\\\": 241294561224164665}'); SELECT LAST_INSERT_ID()");
        example(out, port, "admin", "what the operator sees", "SHOW SHARDS; SHOW ID 241294492511762325\\G");
        example(
                out,
                port,
                "legacy_app",
                "a user with rights to one keyspace has a server account of its own: the server itself refuses the rest",
                "SHOW DATABASES; SELECT * FROM pinterest.pins LIMIT 1");
        out.println("Users: app and admin (everything), legacy_app (keyspace legacy), reader (everything, read only);"
                + " each password is the name.");
        out.println("Behind it (do not write here, it bypasses Pinion):");
        for (LocalServer server : demo.servers()) {
            out.println("  " + server.name() + "  127.0.0.1:" + server.port());
        }
        out.println("  ZooKeeper  " + demo.zookeeperConnect());
        proxy.httpAddress().ifPresent(page -> out.println("  metrics    http://" + ProxyStart.text(page) + "/metrics"));
        out.println("The data is in " + directory + ". Ctrl-C stops everything and keeps it.");
        out.flush();
    }

    private static void example(PrintWriter out, int port, String user, String what, String sql) {
        out.println("  # " + what);
        out.println("  mysql -h 127.0.0.1 -P " + port + " -u " + user + " -p" + user + " -e \"" + sql + "\"");
        out.println();
    }
}
