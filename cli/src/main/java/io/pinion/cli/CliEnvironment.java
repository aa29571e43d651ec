package io.pinion.cli;

import io.pinion.config.settings.Settings;
import io.pinion.config.settings.SettingsReader;
import io.pinion.config.settings.SettingsReader.SettingsReading;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a command, besides its output.
 *
 * @param input standard input
 * @param variables the value of an environment variable, or null
 * @param terminal asks a person; empty without a terminal
 * @param lifetime decides when a serving command stops
 */
record CliEnvironment(
        InputStream input,
        Function<String, @Nullable String> variables,
        Optional<Terminal> terminal,
        Lifetime lifetime) {
    /** More than any topology that fits compressed into ZooKeeper. */
    private static final int MAX_DOCUMENT_BYTES = 64 << 20;

    private static final String STANDARD_INPUT = "-";

    /** Asks a person. */
    interface Terminal {
        /** The answer isn't shown while it is typed. */
        String password(String question);

        String line(String question);
    }

    /** The lifetime of a serving command. */
    @FunctionalInterface
    interface Lifetime {
        /** Waits until the command has to stop, stops it, and returns after its end. */
        void runUntilStopped(Service service) throws InterruptedException;
    }

    /**
     * A service that runs until the command has to stop.
     *
     * @param stopWanted completed when the service asks to be stopped
     * @param started run as soon as a signal is heard: whoever is told that the service is ready may stop it at once
     * @param stop stops the service; blocks until it has stopped
     * @param hurry run during {@code stop} when a second signal asks to hurry
     */
    record Service(CompletionStage<Void> stopWanted, Runnable started, Runnable stop, Runnable hurry) {}

    static CliEnvironment ofProcess() {
        // jvm.options chooses java.base's console, which is null unless both input and output are a terminal.
        Optional<Terminal> terminal = Optional.ofNullable(System.console()).map(CliEnvironment::terminal);
        return new CliEnvironment(System.in, System::getenv, terminal, CliEnvironment::untilSignal);
    }

    /** Waits for SIGINT or SIGTERM; a second one hurries the stop. */
    private static void untilSignal(Service service) throws InterruptedException {
        CountDownLatch wanted = new CountDownLatch(1);
        service.stopWanted().thenRun(wanted::countDown);
        StopSignals.handle(() -> {
            if (wanted.getCount() == 0) {
                service.hurry().run();
            }
            wanted.countDown();
        });
        service.started().run();
        wanted.await();
        service.stop().run();
    }

    private static Terminal terminal(Console console) {
        return new Terminal() {
            @Override
            public String password(String question) {
                char[] typed = console.readPassword("%s", question);
                return typed == null ? "" : new String(typed);
            }

            @Override
            public String line(String question) {
                return Objects.requireNonNullElse(console.readLine("%s", question), "");
            }
        };
    }

    /** The text of a file, or of standard input for {@code -}. */
    String read(Path file) throws CliFailure {
        if (file.toString().equals(STANDARD_INPUT)) {
            return readInput();
        }
        try {
            if (Files.size(file) > MAX_DOCUMENT_BYTES) {
                throw new CliFailure(file + " is too large for a document");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new CliFailure("there is no file " + file, e);
        } catch (IOException e) {
            throw new CliFailure("can't read " + file + ": " + e, e);
        }
    }

    /** The settings file that {@code --config} names. */
    Settings settings(Path file) throws CliFailure {
        return switch (new SettingsReader().read(read(file))) {
            case SettingsReading.Read(Settings read) -> read;
            case SettingsReading.Refused refused ->
                throw new CliFailure(
                        "the settings are refused:\n" + refused.text(file.toString()), ExitStatus.REFUSED, null);
        };
    }

    String readInput() throws CliFailure {
        try {
            byte[] bytes = input.readNBytes(MAX_DOCUMENT_BYTES + 1);
            if (bytes.length > MAX_DOCUMENT_BYTES) {
                throw new CliFailure("standard input is too large for a document");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CliFailure("can't read standard input: " + e, e);
        }
    }

    /** The first line of standard input, or the typed password when standard input is a terminal. */
    String readPassword(String question) throws CliFailure {
        if (terminal.isPresent()) {
            return terminal.get().password(question);
        }
        String text = readInput();
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }
}
