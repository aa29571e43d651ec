package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.JsonText;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a range table as the article "Sharding Pinterest" prints it, and puts it into a document:
 *
 * <pre>
 * [{"range":     (0,511), "master": "MySQL001A", "slave": "MySQL001B"},
 *  {"range": (512, 1023), "master": "MySQL002A", "slave": "MySQL002B"},
 *  …]
 * </pre>
 *
 * <p>Print is no JSON: bounds stand in parentheses, quotes may be typographic, an ellipsis says that it goes on.
 */
public final class ArticleImport {

    /** What became of an import. */
    public sealed interface Imported {
        /** A whole document to look at, complete and store. */
        record Document(String json) implements Imported {}

        record Refused(List<Problem> problems) implements Imported {
            public Refused {
                problems = List.copyOf(problems);
            }
        }
    }

    /**
     * A document of one id keyspace with these ranges. Servers have their own names as hosts and port 3306, which is to be
     * corrected where it is wrong; there are no users yet.
     *
     * @param database the pattern of the shard databases, such as {@code db%05d}
     */
    public Imported toDocument(String printed, String cluster, String keyspace, String database) {
        Problems problems = new Problems();
        List<Object> ranges = new ArrayList<>();
        Map<String, Object> servers = new LinkedHashMap<>();
        DocumentParser.json()
                .parse(asJson(printed), problems)
                .ifPresent(root -> collect(root, ranges, servers, problems));
        if (problems.hasErrors()) {
            return new Imported.Refused(problems.inOrder());
        }
        Map<String, Object> pinterest = new LinkedHashMap<>();
        pinterest.put("kind", "id");
        pinterest.put("database", database);
        pinterest.put("ranges", ranges);
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("cluster", cluster);
        root.put("servers", servers);
        root.put("keyspaces", Map.of(keyspace, pinterest));
        root.put("users", Map.of());
        root.put("accounts", Map.of(Account.DATA, Map.of("user", "pinion_data", "secret", "env:PINION_DATA_PASSWORD")));
        String document = JsonText.of(root);
        return switch (new TopologyReader().read(document)) {
            case Reading.Accepted accepted -> new Imported.Document(new TopologyWriter().write(accepted.topology()));
            case Reading.Refused refused -> new Imported.Refused(refused.problems());
        };
    }

    private static void collect(
            DocumentNode root, List<Object> ranges, Map<String, Object> servers, Problems problems) {
        if (!(root instanceof Sequence table)) {
            problems.error(root, "expected a list of ranges, found " + root.kindName(), "");
            return;
        }
        for (DocumentNode item : table.items()) {
            FieldReader.of(item, problems).ifPresent(reader -> {
                Map<String, Object> range = new LinkedHashMap<>();
                bounds(reader).ifPresent(bounds -> range.put("range", bounds));
                for (String word : List.of("master", "slave", "primary", "standby")) {
                    reader.text(word).ifPresent(server -> {
                        range.put(word, server);
                        servers.putIfAbsent(server, server);
                    });
                }
                reader.refuseOthers();
                ranges.add(range);
            });
        }
    }

    private static Optional<List<Object>> bounds(FieldReader range) {
        List<Object> bounds = new ArrayList<>();
        for (DocumentNode bound : range.items("range")) {
            range.asWhole(bound, 0, 0xFFFF).ifPresent(bounds::add);
        }
        return bounds.isEmpty() ? Optional.empty() : Optional.of(bounds);
    }

    /** Print → JSON, changing nothing inside of quotes; lines stay lines, so that problems name the right one. */
    private static String asJson(String printed) {
        StringBuilder json = new StringBuilder(printed.length());
        boolean quoted = false;
        for (int i = 0; i < printed.length(); i++) {
            char next = printed.charAt(i);
            if ("\"“”„‟″".indexOf(next) >= 0) {
                quoted = !quoted;
                json.append('"');
            } else if (quoted) {
                json.append(next);
            } else {
                appendOutsideOfQuotes(next, printed, i, json);
            }
        }
        return json.toString();
    }

    private static void appendOutsideOfQuotes(char next, String printed, int at, StringBuilder json) {
        switch (next) {
            case '(' -> json.append('[');
            case ')' -> json.append(']');
            case '…' -> json.append(' ');
            case '.' -> {
                boolean ellipsis = printed.startsWith("..", at + 1) || (at > 0 && printed.charAt(at - 1) == '.');
                json.append(ellipsis ? ' ' : '.');
            }
            case ']', '}' -> {
                dropCommaBefore(json);
                json.append(next);
            }
            case '\u00A0' -> json.append(' ');
            default -> json.append(next);
        }
    }

    /** The comma before an ellipsis, or one too many at the end of a list. */
    private static void dropCommaBefore(StringBuilder json) {
        int last = json.length() - 1;
        while (last >= 0 && Character.isWhitespace(json.charAt(last))) {
            last--;
        }
        if (last >= 0 && json.charAt(last) == ',') {
            json.setCharAt(last, ' ');
        }
    }
}
