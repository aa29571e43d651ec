package io.pinion.config.document;

import java.util.List;
import java.util.Optional;

/** One value of a document, with the place where it stands. */
public sealed interface DocumentNode {
    /** The path from the root, such as {@code keyspaces.pinterest.ranges[2]}; empty for the root. */
    String path();

    /** The line in the text, from 1; 0 for a value that stands in no text. */
    int line();

    /** The kind of the value in a person's words, for messages. */
    String kindName();

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

        @Override
        public String kindName() {
            return "an object";
        }
    }

    record Field(String name, DocumentNode value) {}

    record Sequence(String path, int line, List<DocumentNode> items) implements DocumentNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String kindName() {
            return "a list";
        }
    }

    /** Text, as it reads after unescaping. */
    record Text(String path, int line, String value) implements DocumentNode {
        @Override
        public String kindName() {
            return "text";
        }
    }

    /** A whole number that fits 64 signed bits. */
    record Whole(String path, int line, long value) implements DocumentNode {
        @Override
        public String kindName() {
            return "a number";
        }
    }

    /** Any other number, as written; no field takes one. */
    record OtherNumber(String path, int line, String written) implements DocumentNode {
        @Override
        public String kindName() {
            return "the number " + written;
        }
    }

    record Flag(String path, int line, boolean value) implements DocumentNode {
        @Override
        public String kindName() {
            return "true or false";
        }
    }

    record Nothing(String path, int line) implements DocumentNode {
        @Override
        public String kindName() {
            return "null";
        }
    }
}
