package io.pinion.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that ends when this process does, even by {@code kill -9}.
 *
 * <p>A small shell runs the program, and its input is a pipe from this process. When this process ends, so does the
 * pipe, and the shell kills the program. Ctrl-C in a terminal goes to every process of its group, so the shell lets the
 * program ignore it: this process decides when its servers stop.
 */
final class GuardedProcess {
    private static final String GUARD = """
            trap '' INT HUP
            log=$1; shift
            exec 3<&0
            "$@" 3<&- </dev/null >>"$log" 2>&1 &
            program=$!
            echo "$program"
            exec 1>&-
            { read -r nothing <&3; kill -9 "$program"; } 2>/dev/null &
            guard=$!
            exec 3<&-
            wait "$program"; status=$?
            kill "$guard" 2>/dev/null
            exit "$status"
            """;

    private final Process shell;
    private final ProcessHandle program;

    private GuardedProcess(Process shell, ProcessHandle program) {
        this.shell = shell;
        this.program = program;
    }

    /** Starts {@code command} in {@code directory} and appends its output to {@code log}. */
    static GuardedProcess start(List<String> command, Path directory, Path log) throws IOException {
        List<String> guarded = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "guard", log.toString()));
        guarded.addAll(command);
        Process shell =
                new ProcessBuilder(guarded).directory(directory.toFile()).start();
        // Not closed: closing it would do no harm, but the reader must not be collected and close the pipe early.
        BufferedReader output = shell.inputReader(StandardCharsets.US_ASCII);
        String pid = output.readLine();
        if (pid == null) {
            throw new IOException("cannot start " + command.getFirst() + ": the shell ended at once");
        }
        ProcessHandle program = ProcessHandle.of(Long.parseLong(pid))
                .orElseThrow(() -> new IOException(command.getFirst() + " ended at once; see " + log));
        return new GuardedProcess(shell, program);
    }

    /** The id of the program itself, not of the shell. */
    long pid() {
        return program.pid();
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    /** Asks the program to end and waits; after {@code timeout} the program is killed. */
    void terminate(Duration timeout) {
        program.destroy();
        if (!awaitEnd(timeout)) {
            kill();
        }
    }

    /** Ends the program at once, as a power failure of its machine would. */
    void kill() {
        program.destroyForcibly();
        awaitEnd(Duration.ofSeconds(10));
    }

    /** Interrupted, it stops waiting and leaves the interrupt for the caller. */
    private boolean awaitEnd(Duration timeout) {
        try {
            return shell.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
