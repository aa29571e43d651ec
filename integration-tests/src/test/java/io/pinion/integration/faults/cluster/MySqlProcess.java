package io.pinion.integration.faults.cluster;

import io.pinion.demo.FreePorts;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.GivenServers.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MySQL that a script starts ({@code start PORT SERVER_ID options…}, which prints {@code pid N}) and throws away
 * ({@code wipe PORT}).
 */
final class MySqlProcess implements ServerProcess, AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
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

    /** Without recovery of its relay log, one that was killed may find half an event there (manual, "relay_log_recovery"). */
    @Override
    public void start() throws IOException {
        if (process.filter(ProcessHandle::isAlive).isPresent()) {
            return;
        }
        String number = Integer.toString(port);
        String said = run("start", number, number, "--super-read-only=ON", "--relay-log-recovery=ON");
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

    @Override
    public void empty() throws IOException {
        close();
        start();
    }

    @Override
    public void close() throws IOException {
        kill9();
        run("wipe", Integer.toString(port));
    }

    private String run(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(words));
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
