package io.pinion.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * A file in the demo's directory that says which process runs it and how clients reach it, for whoever starts a second
 * one there. It may be left behind by a process that is no more.
 *
 * @param start when the process began, since another may have its number by now
 * @param reach how to reach it
 */
record DemoMark(long process, String start, String reach) {
    private static final String NAME = "running.properties";

    /** The mark of this process. */
    static DemoMark own(String reach) {
        ProcessHandle self = ProcessHandle.current();
        return new DemoMark(self.pid(), startOf(self), reach);
    }

    /** The mark in {@code place} of a process that still runs. */
    static Optional<DemoMark> find(Path place) throws IOException {
        Path file = place.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties written = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            written.load(in);
        }
        DemoMark mark = new DemoMark(
                Long.parseLong(written.getProperty("process", "0")),
                written.getProperty("start", ""),
                written.getProperty("reach", ""));
        return mark.runs() ? Optional.of(mark) : Optional.empty();
    }

    private boolean runs() {
        return ProcessHandle.of(process)
                .filter(ProcessHandle::isAlive)
                .map(handle -> startOf(handle).equals(start))
                .orElse(false);
    }

    private static String startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    void write(Path place) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("process", Long.toString(process));
        properties.setProperty("start", start);
        properties.setProperty("reach", reach);
        Files.createDirectories(place);
        try (Writer out = Files.newBufferedWriter(place.resolve(NAME))) {
            properties.store(out, null);
        }
    }

    static void remove(Path place) throws IOException {
        Files.deleteIfExists(place.resolve(NAME));
    }

    /** What a second demo in the same directory says. */
    String refusal(Path place) {
        return "a demo runs already, as process " + process + ", with its data in " + place + ": " + reach
                + "; Ctrl-C there, or kill " + process + ", stops it, and --dir starts another one beside it";
    }
}
