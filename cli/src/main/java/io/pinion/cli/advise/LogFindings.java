package io.pinion.cli.advise;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What readers of logs find besides statements. */
public final class LogFindings {
    private final Set<String> notes = new LinkedHashSet<>();

    void note(String sentence) {
        notes.add(sentence);
    }

    /** In sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }
}
