package io.pinion.demo;

import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command lines of servers: small, fenced, on 127.0.0.1 only, ready to be one of a pair. */
final class ServerOptions {
    private ServerOptions() {}

    /** The options that a data directory is made with, and therefore must be run with. */
    private static List<String> storage(ServerProgram program, Path data, Path temporary) {
        List<String> options = new ArrayList<>(List.of(
                program.executable().toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--tmpdir=" + temporary,
                "--lc-messages-dir=" + program.share(),
                "--character-sets-dir=" + program.share().resolve("charsets"),
                // With thousands of nearly empty tables a file each would cost 64 KB (MySQL: 112) and an fsync each.
                "--innodb-file-per-table=0"));
        options.addAll(
                switch (program.dialect()) {
                    case MariaDb mariaDb ->
                        List.of(
                                "--innodb-undo-tablespaces=0",
                                "--innodb-data-file-path=ibdata1:8M:autoextend",
                                "--innodb-temp-data-file-path=ibtmp1:8M:autoextend",
                                "--innodb-autoextend-increment=8",
                                "--aria-log-file-size=8388608");
                    case MySql mySql -> List.of("--mysqlx=OFF");
                });
        options.addAll(user());
        return options;
    }

    /** A server that root starts must be told that this is meant. */
    private static List<String> user() {
        return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
    }

    /** What both products write alike. */
    private static List<String> alike(Path home, ServerSpec spec, int port) {
        return List.of(
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + home.resolve("socket"),
                "--pid-file=" + home.resolve("pid"),
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                "--max-connections=2000",
                // The largest statement that Pinion takes from a client must fit.
                "--max-allowed-packet=64M",
                "--innodb-buffer-pool-size=128M",
                "--innodb-flush-log-at-trx-commit=2",
                "--sync-binlog=0",
                // A server must come back fenced: only the holder of the pair's lock knows whether it is still the
                // primary.
                "--read-only=1",
                "--server-id=" + spec.serverId(),
                "--log-bin=binlog",
                // Without a name of their own the relay logs would be named after the machine.
                "--relay-log=relay",
                "--log-bin-trust-function-creators=1",
                "--max-binlog-size=64M");
    }

    /**
     * The server that makes the system tables from SQL on its input, then ends. Nothing is synced: after a crash they
     * are made again.
     */
    static List<String> bootstrap(ServerProgram program, Path data, Path temporary) {
        List<String> options = storage(program, data, temporary);
        options.addAll(List.of(
                "--bootstrap",
                "--innodb-log-file-size=4M",
                "--innodb-buffer-pool-size=32M",
                "--skip-sync-frm",
                "--debug-no-sync"));
        return options;
    }

    /** MySQL's server that makes a data directory, runs the statements of a file, then ends. */
    static List<String> initializing(ServerProgram program, Path data, Path temporary, Path statements) {
        List<String> options = storage(program, data, temporary);
        options.addAll(List.of("--initialize-insecure", "--init-file=" + statements));
        return options;
    }

    /** A server that clients and its partner use. */
    static List<String> serving(ServerProgram program, Path home, ServerSpec spec, int port) {
        List<String> options = storage(program, home.resolve("data"), home.resolve("tmp"));
        options.addAll(alike(home, spec, port));
        options.addAll(
                switch (program.dialect()) {
                    case MariaDb mariaDb -> ofMariaDb(spec);
                    case MySql mySql ->
                        List.of(
                                "--super-read-only=1",
                                "--gtid-mode=ON",
                                "--enforce-gtid-consistency=ON",
                                "--replica-net-timeout=10");
                });
        options.addAll(spec.options());
        return options;
    }

    private static List<String> ofMariaDb(ServerSpec spec) {
        return List.of(
                // Without a certificate of its own MariaDB makes one at every start: 5 to 40 seconds of processor time.
                "--skip-ssl",
                "--performance-schema=OFF",
                "--innodb-log-file-size=32M",
                "--innodb-log-buffer-size=2M",
                "--gtid-domain-id=" + spec.gtidDomainId(),
                "--gtid-strict-mode=1",
                "--log-slave-updates",
                "--binlog-format=ROW",
                // Servers before MariaDB 11.4 don't know this option, and "loose" lets them start without it.
                "--loose-max-binlog-total-size=256M",
                "--slave-net-timeout=10");
    }
}
