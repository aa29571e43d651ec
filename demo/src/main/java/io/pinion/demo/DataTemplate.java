package io.pinion.demo;

import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A fresh data directory with system tables, made once per program and copied for each new server: about 0.6 s against
 * a few hundredths.
 *
 * <p>Its one account is {@code root} at 127.0.0.1 and localhost, with the password {@value #ROOT_PASSWORD}. These
 * servers listen on the loopback interface only.
 */
final class DataTemplate {
    static final String ROOT_PASSWORD = "pinion";

    /**
     * The version of the template's content. It changes whenever the content does, so that an older template in the
     * cache is left alone.
     */
    private static final String VERSION = "1";

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final ServerProgram program;
    private final Path home;

    DataTemplate(ServerProgram program, Path cache) {
        this.program = program;
        this.home = cache.resolve("template-" + program.name() + "-" + VERSION);
    }

    /** Makes {@code data} a fresh data directory; it must not exist yet. */
    void copyTo(Path data) throws IOException {
        if (!Files.isDirectory(home)) {
            Path lock = home.resolveSibling(home.getFileName() + ".lock");
            ProcessLock.holding(lock, DEADLINE, "preparing a data directory", this::prepare);
        }
        DirectoryTree.copy(home, data);
    }

    private void prepare() throws IOException {
        if (Files.isDirectory(home)) {
            return; // Another process made it while this one waited.
        }
        Path unfinished = home.resolveSibling(home.getFileName() + ".unfinished");
        Path temporary = home.resolveSibling(home.getFileName() + ".tmp");
        Path log = home.resolveSibling(home.getFileName() + ".log");
        DirectoryTree.delete(unfinished);
        Files.createDirectories(unfinished);
        Files.createDirectories(temporary);
        switch (program.dialect()) {
            case MariaDb mariaDb -> bootstrap(unfinished, temporary, log);
            case MySql mySql -> initialize(unfinished, temporary, log);
        }
        DirectoryTree.delete(temporary);
        Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    }

    private void bootstrap(Path unfinished, Path temporary, Path log) throws IOException {
        Process bootstrap = new ProcessBuilder(ServerOptions.bootstrap(program, unfinished, temporary))
                .directory(unfinished.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try (BufferedWriter sql = bootstrap.outputWriter(StandardCharsets.UTF_8)) {
            sql.write("CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n");
            for (Path file : program.systemTables()) {
                sql.write(Files.readString(file));
            }
            // The system tables' SQL makes several root accounts without passwords.
            sql.write("DELETE FROM mysql.global_priv WHERE User = 'root';\n");
            for (String host : List.of("localhost", "127.0.0.1")) {
                sql.write(rootAt(host));
            }
        } catch (IOException e) {
            // The program ended in the middle; its log has the real cause.
            throw new IOException("making the system tables failed; see " + log, e);
        }
        awaitSuccess(bootstrap, log);
    }

    private void initialize(Path unfinished, Path temporary, Path log) throws IOException {
        Path statements = temporary.resolve("root.sql");
        Files.writeString(
                statements,
                "ALTER USER root@localhost IDENTIFIED BY '" + ROOT_PASSWORD + "';\n"
                        + "CREATE USER root@'127.0.0.1' IDENTIFIED BY '" + ROOT_PASSWORD + "';\n"
                        + "GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;\n");
        Process initializing = new ProcessBuilder(
                        ServerOptions.initializing(program, unfinished, temporary, statements))
                .directory(unfinished.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        awaitSuccess(initializing, log);
        // Each copy is a server of its own.
        Files.deleteIfExists(unfinished.resolve(ServerProgram.IDENTITY));
    }

    /** CREATE USER doesn't work in a bootstrap, so the row is written as CREATE USER would have done. */
    private static String rootAt(String host) {
        return "INSERT INTO mysql.global_priv VALUES ('" + host + "', 'root', JSON_OBJECT("
                + "'access', CAST(18446744073709551615 AS UNSIGNED), 'plugin', 'mysql_native_password', "
                + "'authentication_string', PASSWORD('" + ROOT_PASSWORD + "')));\n";
    }

    private static void awaitSuccess(Process bootstrap, Path log) throws IOException {
        try {
            if (!bootstrap.waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("making the system tables takes too long; see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making the system tables", e);
        } finally {
            bootstrap.destroyForcibly();
        }
        if (bootstrap.exitValue() != 0) {
            throw new IOException("making the system tables failed; see " + log);
        }
    }
}
