package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.JsonFields;
import io.pinion.config.document.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    /** Text in quotes, and what isn't JSON: also the comma before an ellipsis, or one too many at the end of a list. */
    private static final Pattern PRINT =
            Pattern.compile("[\"“”„‟″]([^\"“”„‟″]*+)[\"“”„‟″]" + "|[()…\u00A0]|\\.{2,}+|,(?=[\\s.…\u00A0]*+[\\]}])");

    /**
     * A topology of one id keyspace with these ranges, to look at, complete and store. Servers have their own names as hosts and port 3306, which is to
     * be corrected where it is wrong; there are no users yet.
     *
     * @param database the pattern of the shard databases, such as {@code db%05d}
     */
    public Reading read(String printed, String cluster, String keyspace, String database) {
        Problems problems = new Problems();
        Map<String, DocumentNode> servers = new LinkedHashMap<>();
        Optional<DocumentNode> ranges = DocumentParser.json().parse(asJson(printed), problems);
        ranges.ifPresent(root -> collect(root, servers, problems));
        return problems.hasErrors() || ranges.isEmpty()
                ? new Reading.Refused(problems.inOrder())
                : new TopologyReader()
                        .read(Optional.of(document(ranges.get(), servers, cluster, keyspace, database)), problems);
    }

    /**
     * Builds the document around the printed ranges as they are, so that their problems are told by their place in the
     * print.
     */
    private static DocumentNode document(
            DocumentNode ranges, Map<String, DocumentNode> servers, String cluster, String keyspace, String database) {
        return DocumentNode.of(
                "",
                new JsonFields()
                        .with("cluster", cluster)
                        .with("servers", servers)
                        .with(
                                "keyspaces",
                                Map.of(
                                        keyspace,
                                        new JsonFields()
                                                .with("kind", "id")
                                                .with("database", database)
                                                .with("ranges", ranges)))
                        .with("users", Map.of())
                        .with(
                                "accounts",
                                Map.of(
                                        Account.DATA,
                                        new JsonFields()
                                                .with("user", "pinion_data")
                                                .with("secret", "env:PINION_DATA_PASSWORD"))));
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

    /** Converts the print to JSON without a change inside quotes; lines stay lines, so that problems name the right one. */
    private static String asJson(String printed) {
        return PRINT.matcher(printed).replaceAll(found -> switch (found.group().charAt(0)) {
            case '(' -> "[";
            case ')' -> "]";
            case '.', '…', ',', '\u00A0' -> " ";
            default -> Matcher.quoteReplacement('"' + found.group(1) + '"');
        });
    }
}
