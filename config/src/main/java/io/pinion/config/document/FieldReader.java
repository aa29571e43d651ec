package io.pinion.config.document;

import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Flag;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Nothing;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Takes typed fields out of one object of a document. A field of another kind than asked for is reported as a problem
 * and read as absent or as its default, so that reading goes on and finds the next mistake.
 *
 * <p>Ask for all fields, then call {@link #refuseOthers()}: a field that was never asked for is unknown.
 */
public final class FieldReader {
    private final Mapping mapping;
    private final Problems problems;
    private final Set<String> known = new LinkedHashSet<>();

    private FieldReader(Mapping mapping, Problems problems) {
        this.mapping = mapping;
        this.problems = problems;
    }

    /** Empty, after reporting a problem, when the node is no object. */
    public static Optional<FieldReader> of(DocumentNode node, Problems problems) {
        if (node instanceof Mapping mapping) {
            return Optional.of(new FieldReader(mapping, problems));
        }
        problems.error(node, "expected an object, found " + node.kindName(), "write { … }");
        return Optional.empty();
    }

    public Mapping mapping() {
        return mapping;
    }

    /** The value as it stands; null counts as absent. */
    public Optional<DocumentNode> node(String name) {
        known.add(name);
        return mapping.field(name).filter(value -> !(value instanceof Nothing));
    }

    public Optional<String> text(String name) {
        return node(name).flatMap(this::asText);
    }

    public String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    /**
     * The text of a field that must be there. An absent one is a problem and reads as empty text; {@code cure} says
     * what to write.
     */
    public String requiredText(String name, String cure) {
        if (node(name).isEmpty()) {
            missing(name, cure);
            return "";
        }
        return text(name, "");
    }

    public boolean flag(String name, boolean otherwise) {
        Optional<DocumentNode> value = node(name);
        if (value.isEmpty()) {
            return otherwise;
        }
        if (value.get() instanceof Flag flag) {
            return flag.value();
        }
        expected(value.get(), "true or false", "");
        return otherwise;
    }

    public OptionalLong whole(String name, long least, long most) {
        Optional<DocumentNode> value = node(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        return asWhole(value.get(), least, most);
    }

    public int whole(String name, int otherwise, int least, int most) {
        return (int) whole(name, least, most).orElse(otherwise);
    }

    /** The number; empty, after reporting a problem, unless it is whole and within the bounds, both inclusive. */
    public OptionalLong asWhole(DocumentNode node, long least, long most) {
        if (node instanceof Whole whole && whole.value() >= least && whole.value() <= most) {
            return OptionalLong.of(whole.value());
        }
        String found = node instanceof Whole whole ? Long.toString(whole.value()) : node.kindName();
        problems.error(
                node,
                "expected a whole number, found " + found,
                most == Long.MAX_VALUE ? "write one from " + least + " up" : "write one from " + least + " to " + most);
        return OptionalLong.empty();
    }

    /** One of a few words. */
    public String choice(String name, String otherwise, Set<String> words) {
        Optional<DocumentNode> value = node(name);
        Optional<String> word = value.flatMap(this::asText);
        if (value.isEmpty() || word.isEmpty()) {
            return otherwise;
        }
        if (!words.contains(word.get())) {
            problems.error(value.get(), "unknown value " + word.get(), NearestName.cure(word.get(), words));
            return otherwise;
        }
        return word.get();
    }

    /** The fields of an object whose names are data, such as servers by name; empty when absent. */
    public List<Field> entries(String name) {
        Optional<DocumentNode> value = node(name);
        if (value.isEmpty()) {
            return List.of();
        }
        return value.flatMap(node -> of(node, problems))
                .map(reader -> reader.mapping.fields())
                .orElse(List.of());
    }

    public List<DocumentNode> items(String name) {
        Optional<DocumentNode> value = node(name);
        if (value.isEmpty()) {
            return List.of();
        }
        if (value.get() instanceof Sequence sequence) {
            return sequence.items();
        }
        expected(value.get(), "a list", "write [ … ]");
        return List.of();
    }

    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (DocumentNode item : items(name)) {
            asText(item).ifPresent(texts::add);
        }
        return texts;
    }

    public Optional<String> asText(DocumentNode node) {
        if (node instanceof Text text) {
            return Optional.of(text.value());
        }
        expected(node, "text", "put it in quotes");
        return Optional.empty();
    }

    public void missing(String name, String cure) {
        problems.error(mapping, name + " is missing", cure);
    }

    public void wrong(DocumentNode node, String what, String cure) {
        problems.error(node, what, cure);
    }

    public void expected(DocumentNode node, String kind, String cure) {
        problems.error(node, "expected " + kind + ", found " + node.kindName(), cure);
    }

    /** Reports every field that was never asked for. */
    public void refuseOthers() {
        for (Field field : mapping.fields()) {
            if (!known.contains(field.name())) {
                problems.error(
                        field.value(),
                        "there is no field called " + field.name(),
                        NearestName.cure(field.name(), known));
            }
        }
    }
}
