package io.pinion.integration.reading;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Texts that were once misread, from {@code readings/*.txt}. An entry is a title behind a {@code #}, then a line each:
 *
 * <pre>
 * # a blank of latin1 behind a name
 * products: MariaDB, MySQL
 * character set: latin1
 * sql_mode: ANSI_QUOTES
 * text: SELECT a FROM other\xA0.t
 * </pre>
 *
 * <p>{@code character set} is utf8mb4 and {@code sql_mode} empty where the line is missing. In texts {@code \x} and two digits
 * are a byte and two backslashes are one.
 */
final class Corpus {
    private static final Path DIRECTORY = directory();

    /** One text, and the products that can parse it. */
    record Entry(String title, List<String> products, Sample sample) {}

    private Corpus() {}

    /** All entries of a product. */
    static List<Entry> of(Product product) {
        return entries().stream()
                .filter(entry -> entry.products().contains(product.name()))
                .filter(entry -> product.charsets().contains(entry.sample().charset()))
                .toList();
    }

    static List<Entry> entries() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .flatMap(file -> read(file).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Entry> read(Path file) {
        List<Entry> entries = new ArrayList<>();
        String title = "";
        List<String> products = List.of();
        Sample setting = new Sample("utf8mb4", "", "");
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                int colon = line.indexOf(": ");
                String key = line.startsWith("# ") ? "#" : colon < 0 ? line : line.substring(0, colon);
                String value = line.startsWith("# ")
                        ? line.substring(2)
                        : line.substring(colon < 0 ? line.length() : colon + 2);
                switch (key) {
                    case "#" -> {
                        title = value;
                        products = List.of();
                        setting = new Sample("utf8mb4", "", "");
                    }
                    case "products" -> products = List.of(value.split(", "));
                    case "character set" -> setting = setting.withCharset(value);
                    case "sql_mode" -> setting = setting.withMode(value);
                    case "text" -> entries.add(new Entry(title, products, setting.withText(Sample.unescaped(value))));
                    case "" -> {}
                    default ->
                        throw new IllegalStateException(
                                file + " has a line that begins with none of its words: " + line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    private static Path directory() {
        try {
            return Path.of(Corpus.class.getResource("/readings").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
