package io.pinion.server.session;

import java.util.Locale;

/**
 * {@code completion_type}: how a COMMIT or ROLLBACK without CHAIN or RELEASE ends (MySQL manual, "Server System
 * Variables").
 */
public enum CompletionType {
    NO_CHAIN,
    CHAIN,
    RELEASE;

    /** @param value a name or a number, in quotes or not */
    static CompletionType of(String value) {
        return switch (SetLiterals.unquoted(value).strip().toUpperCase(Locale.ROOT)) {
            case "1", "CHAIN" -> CHAIN;
            case "2", "RELEASE" -> RELEASE;
            default -> NO_CHAIN;
        };
    }
}
