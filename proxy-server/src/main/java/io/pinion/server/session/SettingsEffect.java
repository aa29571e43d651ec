package io.pinion.server.session;

/** What one statement does to the session's settings. */
public sealed interface SettingsEffect {
    SettingsEffect NONE = new None();

    /** Nothing. */
    record None() implements SettingsEffect {}

    /** A SET was accepted, by a server or by Pinion. */
    record Accepted(SettingsChange change) implements SettingsEffect {}

    /** The text may have assigned to the user variables that it names: only its connection has their values now. */
    record VariablesUnknown(String statement) implements SettingsEffect {}
}
