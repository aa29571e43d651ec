package io.pinion.integration.faults.cluster;

import io.pinion.demo.FreePorts;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.GivenServers.Address;
import io.pinion.operations.server.ManagedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MySQL that a script starts ({@code start PORT SERVER_ID options…}, which prints {@code pid N}) and throws away
 * ({@code wipe PORT}).
 */
final class MySqlProcess implements ServerProcess, AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** ER_RESTART_SERVER_FAILED: the clone is complete, and the server shuts down. */
    private static final int NO_SUPERVISOR = 3707;

    private static final Pattern PID = Pattern.compile("\\bpid (\\d+)");

    private final Path script;
    private final int port;
    private Optional<ProcessHandle> process = Optional.empty();

    MySqlProcess(Path script) throws IOException {
        this.script = script;
        this.port = FreePorts.next();
    }

    Address address() {
        return new Address("127.0.0.1", port);
    }

    @Override
    public void start() throws IOException {
        start(List.of());
    }

    /** Without recovery of its relay log, one that was killed may find half an event there (manual, "relay_log_recovery"). */
    private void start(List<String> options) throws IOException {
        if (process.filter(ProcessHandle::isAlive).isPresent()) {
            return;
        }
        String number = Integer.toString(port);
        List<String> words = new ArrayList<>(List.of(
                "start",
                number,
                number,
                "--super-read-only=ON",
                "--relay-log-recovery=ON",
                "--plugin-load-add=mysql_clone.so"));
        words.addAll(options);
        String said = run(words);
        Matcher pid = PID.matcher(said);
        if (!pid.find()) {
            throw new IOException(script + " doesn't say which process it has started: " + said);
        }
        process = ProcessHandle.of(Long.parseLong(pid.group(1)));
    }

    @Override
    public void kill9() {
        process.ifPresent(running -> {
            running.destroyForcibly();
            running.onExit().join();
        });
        process = Optional.empty();
    }

    /** From a clone: its place in the source's binary log is in it, and whom the source follows is as well. */
    @Override
    public void makeAnew(ManagedServer source) throws IOException, SQLException {
        close();
        start();
        try (ManagedServer root = manage();
                Connection recipient = root.connection()) {
            clone(recipient, source);
        }
        awaitEnd();
        start(List.of("--skip-replica-start=ON"));
        try (ManagedServer root = manage()) {
            root.execute(List.of("RESET REPLICA ALL"));
        }
    }

    private ManagedServer manage() throws SQLException {
        return ManagedServer.connect("made anew", address().host(), port, "root", GivenServers.mysql97Password());
    }

    /** It ends when it has everything, as nobody is there who would start it again. */
    private static void clone(Connection recipient, ManagedServer source) throws SQLException {
        try (Statement statement = recipient.createStatement()) {
            statement.execute("SET GLOBAL super_read_only=0");
            statement.execute("SET GLOBAL clone_valid_donor_list='" + source.host() + ":" + source.port() + "'");
            statement.execute("CLONE INSTANCE FROM root@'" + source.host() + "':" + source.port() + " IDENTIFIED BY '"
                    + GivenServers.mysql97Password() + "'");
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUPERVISOR) {
                throw e;
            }
        }
    }

    private void awaitEnd() throws IOException {
        try {
            process.orElseThrow().onExit().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the MySQL on port " + port + " ended", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the MySQL on port " + port + " doesn't end behind its clone", e);
        }
    }

    @Override
    public void close() throws IOException {
        kill9();
        run(List.of("wipe", Integer.toString(port)));
    }

    private String run(List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("MYSQL97_PASSWORD", GivenServers.mysql97Password());
        builder.environment().put("MYSQL97_BUFFER_POOL", "64M");
        Process running = builder.start();
        try {
            String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!running.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS) || running.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + said);
            }
            return said;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + script + " ran", e);
        }
    }
}
