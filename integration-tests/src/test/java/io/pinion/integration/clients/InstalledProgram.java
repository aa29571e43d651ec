package io.pinion.integration.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program installed on this machine.
 *
 * @param command the program and the arguments that always stand first
 */
record InstalledProgram(List<String> command) {
    private static final Duration PROBE_DEADLINE = Duration.ofSeconds(30);
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    InstalledProgram {
        command = List.copyOf(command);
    }

    /** What a program printed, both streams in the order written, and how it ended. */
    record Outcome(int status, String output) {}

    /** The first of {@code programs} that exists and ends well with {@code probe} as its arguments. */
    static Optional<InstalledProgram> find(List<String> programs, String... probe) {
        return programs.stream()
                .map(name -> new InstalledProgram(List.of(name)))
                .filter(program -> program.answers(probe))
                .findFirst();
    }

    /** A Python with that module; Debian's own Python is tried too, since it has the modules of Debian's packages. */
    static Optional<InstalledProgram> python(String module) {
        return find(List.of("python3", "/usr/bin/python3"), "-c", "import " + module);
    }

    /**
     * A program of MySQL's own, not of MariaDB's by the same name: beside the command line that
     * {@code -Dpinion.mysql.client} names, else an installed one.
     */
    static Optional<InstalledProgram> mysql(String name) {
        String given = System.getProperty("pinion.mysql.client");
        String program =
                given == null ? name : Path.of(given).resolveSibling(name).toString();
        return find(List.of(program), "--version")
                .filter(found -> !found.run(Map.of(), "--version").output().contains("MariaDB"));
    }

    static Optional<InstalledProgram> php(String extension) {
        return find(List.of("php"), "-r", "exit(extension_loaded('" + extension + "') ? 0 : 1);");
    }

    /** A Go that runs programs with a library of Debian's packages. */
    static Optional<InstalledProgram> go(String library) {
        if (!Files.isDirectory(Path.of("/usr/share/gocode/src", library))) {
            return Optional.empty();
        }
        return find(List.of("go"), "version")
                .map(go -> new InstalledProgram(
                        List.of("env", "GO111MODULE=off", "GOPATH=/usr/share/gocode", "go", "run")));
    }

    /** @return {@code program}, or the test is passed over and its output says why */
    static InstalledProgram installed(String name, Optional<InstalledProgram> program) {
        if (program.isEmpty()) {
            System.out.println("passed over: " + name + " is not installed");
        }
        assumeTrue(program.isPresent(), name + " is not installed");
        return program.orElseThrow();
    }

    /** A script of the tests' resources. */
    static String script(String name) {
        try {
            return Path.of(Objects.requireNonNull(InstalledProgram.class.getResource("/clients/" + name), name)
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By which scripts and examples connect. */
    static Map<String, String> environment(int port) {
        return Map.of(
                "PINION_HOST", "127.0.0.1",
                "PINION_PORT", Integer.toString(port),
                "PINION_USER", "app",
                "PINION_PASSWORD", "app");
    }

    /** By which the command lines of MariaDB and MySQL connect. */
    static String[] login(int port, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--no-defaults", "-h127.0.0.1", "-P" + port, "-uapp", "-papp"));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }

    /** The same program with more arguments that always stand first. */
    InstalledProgram with(String... arguments) {
        List<String> longer = new ArrayList<>(command);
        longer.addAll(List.of(arguments));
        return new InstalledProgram(longer);
    }

    /** Runs it to its end with no input. */
    Outcome run(Map<String, String> environment, String... arguments) {
        return run(environment, Path.of("/dev/null"), DEADLINE, arguments);
    }

    Outcome run(Map<String, String> environment, Path input, String... arguments) {
        return run(environment, input, DEADLINE, arguments);
    }

    private boolean answers(String... probe) {
        try {
            return run(Map.of(), Path.of("/dev/null"), PROBE_DEADLINE, probe).status() == 0;
        } catch (UncheckedIOException missing) {
            return false;
        }
    }

    private Outcome run(Map<String, String> environment, Path input, Duration deadline, String... arguments) {
        List<String> complete = new ArrayList<>(command);
        complete.addAll(List.of(arguments));
        try {
            // A file takes the output, so that a program that prints much can't block on a full pipe.
            Path output = Files.createTempFile("client", ".out");
            try {
                var builder = new ProcessBuilder(complete)
                        .redirectInput(input.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
                builder.environment().putAll(environment);
                builder.environment().put("LC_ALL", "C.UTF-8");
                Process process = builder.start();
                boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
                if (!ended) {
                    process.destroyForcibly().waitFor();
                }
                String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
                return ended
                        ? new Outcome(process.exitValue(), text)
                        : new Outcome(-1, text + "\n(ended after " + deadline + ")");
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + complete.get(0) + " ran", stopped);
        }
    }
}
