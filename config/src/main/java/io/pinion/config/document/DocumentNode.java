package io.pinion.config.document;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One value of a document, with the place where it stands. */
public sealed interface DocumentNode {
    /** The path from the root, such as {@code keyspaces.pinterest.ranges[2]}; empty for the root. */
    String path();

    /** The line in the text, from 1; 0 for a value that stands in no text. */
    int line();

    /** The kind of the value in a person's words, for messages. */
    default String kindName() {
        return switch (this) {
            case Mapping mapping -> "an object";
            case Sequence sequence -> "a list";
            case Text text -> "text";
            case Whole whole -> "a number";
            case OtherNumber number -> "the number " + number.written;
            case Flag flag -> "true or false";
            case Nothing nothing -> "null";
        };
    }

    /** The node of a text or an object that stands in no text itself, with nodes in it as they are. */
    static DocumentNode of(String path, Object value) {
        return switch (value) {
            case DocumentNode node -> node;
            case Map<?, ?> map ->
                new Mapping(
                        path,
                        0,
                        map.entrySet().stream()
                                .map(entry -> field(path, entry.getKey().toString(), entry.getValue()))
                                .toList());
            default -> new Text(path, 0, value.toString());
        };
    }

    private static Field field(String path, String name, Object value) {
        return new Field(name, of(path.isEmpty() ? name : path + "." + name, value));
    }

    /** Named values in the order of the text; the parser has refused a name that stands twice. */
    record Mapping(String path, int line, List<Field> fields) implements DocumentNode {
        public Mapping {
            fields = List.copyOf(fields);
        }

        public Optional<DocumentNode> field(String name) {
            for (Field field : fields) {
                if (field.name().equals(name)) {
                    return Optional.of(field.value());
                }
            }
            return Optional.empty();
        }
    }

    record Field(String name, DocumentNode value) {}

    record Sequence(String path, int line, List<DocumentNode> items) implements DocumentNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** Text, as it reads after unescaping. */
    record Text(String path, int line, String value) implements DocumentNode {}

    /** A whole number that fits 64 signed bits. */
    record Whole(String path, int line, long value) implements DocumentNode {}

    /** Any other number, as written; no field takes one. */
    record OtherNumber(String path, int line, String written) implements DocumentNode {}

    record Flag(String path, int line, boolean value) implements DocumentNode {}

    record Nothing(String path, int line) implements DocumentNode {}
}
