package io.pinion.integration.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A page of {@code docs/languages}.
 *
 * @param language as its fenced blocks name it
 */
record LanguagePage(String language, String text) {
    private static final Path PAGES = Path.of("../docs/languages");

    /** A block that stands right above what it prints. */
    record Program(String code, String output) {
        /** At a proxy on this port, in the place of the one that the page names. */
        Program at(int port) {
            return new Program(code.replaceAll("\\b3306\\b", Integer.toString(port)), output);
        }
    }

    static LanguagePage of(String name) throws IOException {
        return new LanguagePage(name, Files.readString(PAGES.resolve(name + ".md")));
    }

    List<Program> programs() {
        return Pattern.compile("```" + language + "\n(.*?)```\n\n```text\n(.*?)```", Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(found -> new Program(found.group(1), found.group(2)))
                .toList();
    }
}
