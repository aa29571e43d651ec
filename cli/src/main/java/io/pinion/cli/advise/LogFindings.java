package io.pinion.cli.advise;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What readers of logs find besides statements. */
public final class LogFindings {
    private final Set<String> notes = new LinkedHashSet<>();
    private Optional<String> serverVersion = Optional.empty();

    void note(String sentence) {
        notes.add(sentence);
    }

    void version(String text) {
        if (serverVersion.isEmpty()) {
            serverVersion = Optional.of(text);
        }
    }

    /** In sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** The version of the server that has written the log, such as {@code 11.4.5-MariaDB-log}. */
    public Optional<String> serverVersion() {
        return serverVersion;
    }
}
