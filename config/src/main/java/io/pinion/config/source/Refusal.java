package io.pinion.config.source;

import io.pinion.config.document.Problem;

/** The text of why a document doesn't run, for a start that fails and so can't answer SHOW TOPOLOGY STATUS. */
final class Refusal {
    private Refusal() {}

    /** The sentence, then one problem a line. */
    static String text(SourceStatus status) {
        StringBuilder text = new StringBuilder(status.origin())
                .append(": ")
                .append(status.refused().orElse("no document"));
        for (Problem problem : status.problems()) {
            text.append("\n  ").append(problem);
        }
        return text.toString();
    }
}
