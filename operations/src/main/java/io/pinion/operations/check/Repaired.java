package io.pinion.operations.check;

import io.pinion.operations.server.finding.Finding;
import java.util.Locale;

/**
 * What became of a finding.
 *
 * @param reason why it isn't repaired; empty for one that is, or that only people can repair
 */
public record Repaired(Finding finding, Outcome outcome, String reason) {
    public enum Outcome {
        REPAIRED,
        /** The cure is for people to decide on. */
        BY_HAND,
        FAILED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    static Repaired done(Finding finding) {
        return new Repaired(finding, Outcome.REPAIRED, "");
    }

    static Repaired byHand(Finding finding) {
        return new Repaired(finding, Outcome.BY_HAND, "");
    }

    static Repaired failed(Finding finding, String reason) {
        return new Repaired(finding, Outcome.FAILED, reason);
    }
}
