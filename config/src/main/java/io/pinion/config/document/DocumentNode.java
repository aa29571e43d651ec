package io.pinion.config.document;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
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

    /**
     * The node of a value that stands in no text: of what {@link #plain} gives, with nodes in it as they are, and null
     * for an empty {@link Optional}.
     */
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
            case Collection<?> list ->
                new Sequence(path, 0, list.stream().map(item -> of(path, item)).toList());
            case Boolean flag -> new Flag(path, 0, flag);
            case Number number -> new Whole(path, 0, number.longValue());
            case Optional<?> nothing -> new Nothing(path, 0);
            default -> new Text(path, 0, value.toString());
        };
    }

    private static Field field(String path, String name, Object value) {
        return new Field(name, of(path.isEmpty() ? name : path + "." + name, value));
    }

    /**
     * The value as {@link JsonText} prints it: maps, lists and scalars.
     *
     * @throws IllegalArgumentException with a message for people when no document can have it
     */
    default Object plain() {
        return switch (this) {
            case Mapping mapping -> {
                Map<String, Object> map = new LinkedHashMap<>();
                mapping.fields.stream()
                        .filter(field -> !(field.value instanceof Nothing))
                        .forEach(field -> map.put(field.name, field.value.plain()));
                yield map;
            }
            case Sequence sequence ->
                sequence.items.stream().map(DocumentNode::plain).toList();
            case Text text -> text.value;
            case Whole whole -> whole.value;
            case Flag flag -> flag.value;
            case Nothing nothing -> throw new IllegalArgumentException("no list of the document takes null");
            case OtherNumber number ->
                throw new IllegalArgumentException("no field takes the number " + number.written);
        };
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

        /** The same object with this value in the field, which comes last when it is new; with none the field goes. */
        public Mapping with(String name, Optional<DocumentNode> value) {
            List<Field> changed = new ArrayList<>(fields);
            changed.replaceAll(field -> field.name.equals(name) ? new Field(name, value.orElse(field.value)) : field);
            if (value.isEmpty()) {
                changed.removeIf(field -> field.name.equals(name));
            } else if (field(name).isEmpty()) {
                changed.add(new Field(name, value.get()));
            }
            return new Mapping(path, line, changed);
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
