package io.pinion.integration.queries;

import io.pinion.integration.testing.ServerProduct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A statement made after the servers' manuals, over the tables {@code visits} and {@code visit_log}.
 *
 * @param topic the name of its file
 * @param text as the file has it: a statement, or an expression that a SELECT of {@code visits} returns
 * @param products the servers that read it
 */
record GrammarExample(String topic, String text, List<ServerProduct> products) {
    /** The key of rows that both sides have. */
    private static final String KNOWN = "ip = '10.0.1.1'";

    private static final Path DIRECTORY = Path.of("src/test/resources/grammar");
    private static final List<String> TOPICS =
            List.of("literals", "expressions", "functions", "aggregates", "selects", "tables", "changes");
    private static final Set<String> VERBS = Set.of("SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE", "WITH");

    GrammarExample {
        products = List.copyOf(products);
    }

    /** All, in the order of the files. */
    static List<GrammarExample> all() throws IOException {
        List<GrammarExample> all = new ArrayList<>();
        for (String topic : TOPICS) {
            for (String line : Files.readAllLines(DIRECTORY.resolve(topic + ".txt"))) {
                if (line.startsWith("MariaDB: ")) {
                    all.add(new GrammarExample(topic, line.substring(9), List.of(ServerProduct.MARIADB)));
                } else if (line.startsWith("MySQL: ")) {
                    all.add(new GrammarExample(topic, line.substring(7), List.of(ServerProduct.MYSQL97)));
                } else if (!line.startsWith("#")) {
                    all.add(new GrammarExample(topic, line, List.of(ServerProduct.values())));
                }
            }
        }
        return all;
    }

    /** The statement about the rows of one key. */
    String ofOneShard() {
        return statement().replace("{key}", KNOWN);
    }

    /** The statement about all rows; the same as {@link #ofOneShard} where its values are new rows. */
    String ofAllShards() {
        return statement().replace("{key}", "ip <> ''");
    }

    private String statement() {
        int end = text.indexOf(' ');
        String first = text.substring(text.startsWith("(SELECT hits") ? 1 : 0, Math.max(end, 0));
        return VERBS.contains(first) ? text : "SELECT " + text + " AS e FROM visits v WHERE v.{key}";
    }
}
