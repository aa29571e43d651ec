package io.pinion.server.session;

import java.util.Optional;

/** What one statement does to the session's settings. */
public sealed interface SettingsEffect {
    SettingsEffect NONE = new None();

    /** Nothing. */
    record None() implements SettingsEffect {}

    /** A SET was accepted, by a server or by Pinion. */
    record Accepted(SettingsChange change) implements SettingsEffect {}

    /**
     * A statement may have assigned to user variables: only its connection has their values now.
     *
     * @param statement names those that it may have assigned to; empty for any
     */
    record VariablesUnknown(Optional<String> statement) implements SettingsEffect {
        /** The settings without these variables. */
        public SessionSettings leftOf(SessionSettings settings) {
            return statement
                    .map(text -> SessionVariables.withoutNamedIn(settings, text))
                    .orElseGet(() -> SessionVariables.withoutVariables(settings));
        }
    }
}
