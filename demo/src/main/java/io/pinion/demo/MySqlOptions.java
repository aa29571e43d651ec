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
        options.addAll(ServerOptions.user());
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
        options.addAll(ServerOptions.alike(home, spec, port));
        options.addAll(List.of(
                "--super-read-only=1", "--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--replica-net-timeout=10"));
        options.addAll(spec.options());
        return options;
    }
}
