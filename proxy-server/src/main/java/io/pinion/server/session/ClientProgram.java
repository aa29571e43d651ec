package io.pinion.server.session;

import java.util.Map;

/**
 * What a client says that it is in the attributes of its login (MySQL manual, "Performance Schema Connection Attribute
 * Tables"). It says what it likes, so nothing depends on it: it is shown to people.
 *
 * @param name empty when it says nothing; at most {@value #MAX_CHARACTERS} printable characters
 */
public record ClientProgram(String name) {
    private static final int MAX_CHARACTERS = 64;

    /** The program if it has a name, else the library that it uses. */
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
