package io.pinion.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command lines of MySQL's {@code mysqld}, as {@link ServerOptions} has those of MariaDB. */
final class MySqlOptions {
    private MySqlOptions() {}

    private static List<String> storage(ServerProgram program, Path data, Path temporary) {
        List<String> options = new ArrayList<>(List.of(
                program.executable().toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--tmpdir=" + temporary,
                "--lc-messages-dir=" + program.share(),
                "--character-sets-dir=" + program.share().resolve("charsets"),
                // With thousands of nearly empty tables a file each would cost 112 KB and an fsync each.
                "--innodb-file-per-table=0",
                "--mysqlx=OFF"));
        if (System.getProperty("user.name").equals("root")) {
            options.add("--user=root");
        }
        return options;
    }

    /** The server that makes a data directory, runs the statements of a file, then ends. */
    static List<String> initializing(ServerProgram program, Path data, Path temporary, Path statements) {
        List<String> options = new ArrayList<>(storage(program, data, temporary));
        options.addAll(List.of("--initialize-insecure", "--init-file=" + statements));
        return options;
    }

    static List<String> serving(ServerProgram program, Path home, ServerSpec spec, int port) {
        List<String> options = new ArrayList<>(storage(program, home.resolve("data"), home.resolve("tmp")));
        options.addAll(List.of(
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
                "--super-read-only=1",
                "--server-id=" + spec.serverId(),
                "--log-bin=binlog",
                "--relay-log=relay",
                "--gtid-mode=ON",
                "--enforce-gtid-consistency=ON",
                "--log-bin-trust-function-creators=1",
                "--max-binlog-size=64M",
                "--replica-net-timeout=10"));
        options.addAll(spec.options());
        return options;
    }
}
