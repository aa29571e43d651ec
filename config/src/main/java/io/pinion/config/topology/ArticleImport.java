package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
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
    /** The line of a value that stands in no text. */
    private static final int NOT_PRINTED = 0;

    /** The result of an import. */
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
     * A document of one id keyspace with these ranges. Servers have their own names as hosts and port 3306, which is to
     * be corrected where it is wrong; there are no users yet.
     *
     * @param database the pattern of the shard databases, such as {@code db%05d}
     */
    public Imported toDocument(String printed, String cluster, String keyspace, String database) {
        Problems problems = new Problems();
        Map<String, DocumentNode> servers = new LinkedHashMap<>();
        Optional<DocumentNode> ranges = DocumentParser.json().parse(asJson(printed), problems);
        ranges.ifPresent(root -> collect(root, servers, problems));
        if (problems.hasErrors() || ranges.isEmpty()) {
            return new Imported.Refused(problems.inOrder());
        }
        DocumentNode document = document(ranges.get(), servers, cluster, keyspace, database);
        return switch (new TopologyReader().read(Optional.of(document), problems)) {
            case Reading.Accepted accepted -> new Imported.Document(new TopologyWriter().write(accepted.topology()));
            case Reading.Refused refused -> new Imported.Refused(refused.problems());
        };
    }

    /**
     * Builds the document around the printed ranges as they are, so that their problems are told by their place in the
     * print.
     */
    private static DocumentNode document(
            DocumentNode ranges, Map<String, DocumentNode> servers, String cluster, String keyspace, String database) {
        DocumentNode imported = mapping(
                "keyspaces." + keyspace,
                field("kind", text("kind", "id")),
                field("database", text("database", database)),
                field("ranges", ranges));
        DocumentNode account = mapping(
                "accounts.data",
                field("user", text("user", "pinion_data")),
                field("secret", text("secret", "env:PINION_DATA_PASSWORD")));
        return mapping(
                "",
                field("cluster", text("cluster", cluster)),
                field(
                        "servers",
                        new Mapping(
                                "servers",
                                NOT_PRINTED,
                                servers.entrySet().stream()
                                        .map(server -> field(server.getKey(), server.getValue()))
                                        .toList())),
                field("keyspaces", mapping("keyspaces", field(keyspace, imported))),
                field("users", mapping("users")),
                field("accounts", mapping("accounts", field(Account.DATA, account))));
    }

    private static Mapping mapping(String path, Field... fields) {
        return new Mapping(path, NOT_PRINTED, List.of(fields));
    }

    private static Field field(String name, DocumentNode value) {
        return new Field(name, value);
    }

    private static DocumentNode text(String path, String value) {
        return new Text(path, NOT_PRINTED, value);
    }

    /** @param servers gets each server that is named, with its name as its address */
    private static void collect(DocumentNode root, Map<String, DocumentNode> servers, Problems problems) {
        if (!(root instanceof Sequence table)) {
            problems.error(root, "expected a list of ranges, found " + root.kindName(), "");
            return;
        }
        for (DocumentNode item : table.items()) {
            FieldReader.of(item, problems).ifPresent(reader -> {
                for (DocumentNode bound : reader.items("range")) {
                    reader.asWhole(bound, 0, 0xFFFF);
                }
                for (String word : List.of("master", "slave", "primary", "standby")) {
                    reader.text(word)
                            .ifPresent(server -> servers.putIfAbsent(
                                    server, new Text(item.path() + "." + word, item.line(), server)));
                }
                reader.refuseOthers();
            });
        }
    }

    /**
     * Converts the print to JSON without a change inside quotes; lines stay lines, so that problems name the right one.
     */
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

    /** Drops the comma before an ellipsis, or one too many at the end of a list. */
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
