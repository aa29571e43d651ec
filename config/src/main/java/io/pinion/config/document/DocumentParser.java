package io.pinion.config.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Flag;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Nothing;
import io.pinion.config.document.DocumentNode.OtherNumber;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses JSON or YAML text into a tree that remembers lines. Bounds the depth, and refuses a name that stands twice in
 * an object.
 */
public final class DocumentParser {
    private static final StreamReadConstraints BOUNDS =
            StreamReadConstraints.builder().maxNestingDepth(32).build();
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\w-]+");

    /** Jackson's place of what stands open at the end of a text, as in "start marker at [Source: …; line: 3, column: 9]". */
    private static final Pattern PLACE = Pattern.compile("\\[Source: [^\\]]*?; (line: \\d+, column: \\d+)\\]");

    private final JsonFactory factory;
    private final String language;

    private DocumentParser(JsonFactory factory, String language) {
        this.factory = factory;
        this.language = language;
    }

    public static DocumentParser json() {
        return new DocumentParser(
                JsonFactory.builder().streamReadConstraints(BOUNDS).build(), "JSON");
    }

    public static DocumentParser yaml() {
        return new DocumentParser(
                YAMLFactory.builder().streamReadConstraints(BOUNDS).build(), "YAML");
    }

    /**
     * The root of the text; empty, after reporting where it broke, when the text is empty or no valid document. A name
     * that stands twice is reported too, and the first of its values is kept.
     */
    public Optional<DocumentNode> parse(String text, Problems problems) {
        try (JsonParser in = factory.createParser(text)) {
            if (in.nextToken() == null) {
                problems.error("", 0, "the document is empty", "");
                return Optional.empty();
            }
            DocumentNode root = node(in, "", problems);
            if (in.nextToken() != null) {
                problems.error("", lineOf(in), "something follows the end of the document", "remove it");
            }
            return Optional.of(root);
        } catch (JsonProcessingException broken) {
            int line = broken.getLocation() == null ? 0 : broken.getLocation().getLineNr();
            problems.error("", line, "not valid " + language + ": " + sentences(broken.getOriginalMessage()), "");
            return Optional.empty();
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from a string", impossible);
        }
    }

    private DocumentNode node(JsonParser in, String path, Problems problems) throws IOException {
        int line = lineOf(in);
        JsonToken token = in.currentToken();
        return switch (token) {
            case START_OBJECT -> mapping(in, path, line, problems);
            case START_ARRAY -> sequence(in, path, line, problems);
            case VALUE_STRING -> text(in.getText(), path, line);
            case VALUE_NUMBER_INT -> whole(in, path, line);
            case VALUE_NUMBER_FLOAT -> new OtherNumber(path, line, in.getText());
            case VALUE_TRUE -> new Flag(path, line, true);
            case VALUE_FALSE -> new Flag(path, line, false);
            case VALUE_NULL -> new Nothing(path, line);
            default -> throw new IllegalStateException("the parser stands on " + token);
        };
    }

    /** In YAML a name with nothing behind it has an empty text as its value, but means null. */
    private DocumentNode text(String text, String path, int line) {
        return text.isEmpty() && factory instanceof YAMLFactory ? new Nothing(path, line) : new Text(path, line, text);
    }

    private static DocumentNode whole(JsonParser in, String path, int line) throws IOException {
        return switch (in.getNumberType()) {
            case INT, LONG -> new Whole(path, line, in.getLongValue());
            default -> new OtherNumber(path, line, in.getText());
        };
    }

    private Mapping mapping(JsonParser in, String path, int line, Problems problems) throws IOException {
        List<Field> fields = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            int nameLine = lineOf(in);
            String fieldPath = pathOf(path, name);
            in.nextToken();
            DocumentNode value = node(in, fieldPath, problems);
            Integer earlier = lines.putIfAbsent(name, nameLine);
            if (earlier == null) {
                fields.add(new Field(name, value));
            } else {
                problems.error(fieldPath, nameLine, "stands twice, first on line " + earlier, "remove one");
            }
        }
        return new Mapping(path, line, fields);
    }

    /** {@code users.app}, or {@code checks['1.2.3.4']} for a name that would not read as one step. */
    private static String pathOf(String parent, String name) {
        if (!PLAIN_NAME.matcher(name).matches()) {
            return parent + "['" + name + "']";
        }
        return parent.isEmpty() ? name : parent + "." + name;
    }

    private Sequence sequence(JsonParser in, String path, int line, Problems problems) throws IOException {
        List<DocumentNode> items = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(in, path + "[" + items.size() + "]", problems));
        }
        return new Sequence(path, line, items);
    }

    private static int lineOf(JsonParser in) {
        return Math.max(in.currentTokenLocation().getLineNr(), 0);
    }

    /** YAML's messages quote the text in indented lines between the sentences. */
    private static String sentences(String message) {
        return PLACE.matcher(message)
                .replaceAll("$1")
                .lines()
                .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
                .collect(Collectors.joining(", "));
    }
}
