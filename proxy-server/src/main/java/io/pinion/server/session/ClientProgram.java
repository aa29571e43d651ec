package io.pinion.server.session;

import java.util.Map;

/**
 * The program name from a client's connection attributes (MySQL manual, "Performance Schema Connection Attribute
 * Tables"). A client sends any name it likes, so Pinion only shows the name and decides nothing by it.
 *
 * @param name empty when the client sends none; at most {@value #MAX_CHARACTERS} printable characters
 */
public record ClientProgram(String name) {
    private static final int MAX_CHARACTERS = 64;

    /** The attribute {@code program_name}, else the name of the client's library. */
    public static ClientProgram of(Map<String, String> attributes) {
        String program = attributes.getOrDefault("program_name", "");
        String library = attributes.getOrDefault("_client_name", "");
        return new ClientProgram(shown(program.isBlank() ? library : program));
    }

    private static String shown(String text) {
        String printable = text.codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(MAX_CHARACTERS)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return printable.strip();
    }
}
