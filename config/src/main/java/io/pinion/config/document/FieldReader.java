package io.pinion.config.document;

import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Flag;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Nothing;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

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

    /** The value of a field that must be there. An absent one is a problem, whose {@code cure} says what to write. */
    public Optional<DocumentNode> required(String name, String cure) {
        Optional<DocumentNode> value = node(name);
        if (value.isEmpty()) {
            missing(name, cure);
        }
        return value;
    }

    public Optional<String> text(String name) {
        return node(name).flatMap(this::asText);
    }

    public String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    /** The text of a field that must be there; empty where it isn't. */
    public String requiredText(String name, String cure) {
        return required(name, cure).flatMap(this::asText).orElse("");
    }

    public boolean flag(String name, boolean otherwise) {
        return node(name).flatMap(this::asFlag).orElse(otherwise);
    }

    public OptionalLong whole(String name, long least, long most) {
        return node(name).map(node -> asWhole(node, least, most)).orElse(OptionalLong.empty());
    }

    public int whole(String name, int otherwise, int least, int most) {
        return (int) whole(name, least, most).orElse(otherwise);
    }

    /** One of a few words. */
    public String choice(String name, String otherwise, Set<String> words) {
        return node(name)
                .flatMap(node -> asText(node).filter(word -> isOneOf(words, word, node, "unknown value ")))
                .orElse(otherwise);
    }

    /** The text if it is one of the known names; another one is reported with the nearest. */
    public Optional<String> asNameOf(String kind, DocumentNode node, Collection<String> names) {
        return asText(node).filter(name -> isOneOf(names, name, node, "there is no " + kind + " called "));
    }

    private boolean isOneOf(Collection<String> names, String name, DocumentNode node, String otherwise) {
        if (!names.contains(name)) {
            wrong(node, otherwise + name, NearestName.cure(name, names));
        }
        return names.contains(name);
    }

    /** What the text is read as; a text that the function doesn't take is reported with its reason. */
    public <T> Optional<T> parsed(DocumentNode node, Function<String, T> parse, String cure) {
        return asText(node).flatMap(text -> made(node, () -> parse.apply(text), cure));
    }

    /** What is made of a value; where its maker refuses that, the reason is reported. */
    public <T> Optional<T> made(DocumentNode node, Supplier<T> maker, String cure) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException wrong) {
            wrong(node, String.valueOf(wrong.getMessage()), cure);
            return Optional.empty();
        }
    }

    /** The object that is the field's value; empty when absent. */
    public Optional<FieldReader> object(String name) {
        return node(name).flatMap(this::asObject);
    }

    /** The fields of an object whose names are data, such as servers by name; empty when absent. */
    public List<Field> entries(String name) {
        return object(name).map(reader -> reader.mapping.fields()).orElse(List.of());
    }

    /** Those of the entries that are objects, as they should all be. */
    public void eachObject(String name, BiConsumer<Field, FieldReader> action) {
        entries(name).forEach(field -> asObject(field.value()).ifPresent(reader -> action.accept(field, reader)));
    }

    public List<DocumentNode> items(String name) {
        Optional<DocumentNode> value = node(name);
        if (value.isPresent() && value.get() instanceof Sequence sequence) {
            return sequence.items();
        }
        value.ifPresent(other -> expected(other, "a list", "write [ … ]"));
        return List.of();
    }

    public List<String> texts(String name) {
        return items(name).stream().flatMap(item -> asText(item).stream()).toList();
    }

    public Optional<FieldReader> asObject(DocumentNode node) {
        return of(node, problems);
    }

    public Optional<String> asText(DocumentNode node) {
        if (node instanceof Text text) {
            return Optional.of(text.value());
        }
        expected(node, "text", "put it in quotes");
        return Optional.empty();
    }

    public Optional<Boolean> asFlag(DocumentNode node) {
        if (node instanceof Flag flag) {
            return Optional.of(flag.value());
        }
        expected(node, "true or false", "");
        return Optional.empty();
    }

    /** The number; empty, after reporting a problem, unless it is whole and within the bounds, both inclusive. */
    public OptionalLong asWhole(DocumentNode node, long least, long most) {
        if (node instanceof Whole whole && whole.value() >= least && whole.value() <= most) {
            return OptionalLong.of(whole.value());
        }
        String found = node instanceof Whole whole ? Long.toString(whole.value()) : node.kindName();
        wrong(
                node,
                "expected a whole number, found " + found,
                most == Long.MAX_VALUE ? "write one from " + least + " up" : "write one from " + least + " to " + most);
        return OptionalLong.empty();
    }

    public void missing(String name, String cure) {
        wrong(mapping, name + " is missing", cure);
    }

    public void wrong(DocumentNode node, String what, String cure) {
        problems.error(node, what, cure);
    }

    public void warn(DocumentNode node, String what, String cure) {
        problems.warning(node, what, cure);
    }

    public void expected(DocumentNode node, String kind, String cure) {
        wrong(node, "expected " + kind + ", found " + node.kindName(), cure);
    }

    /** Reports every field that was never asked for. */
    public void refuseOthers() {
        for (Field field : mapping.fields()) {
            isOneOf(known, field.name(), field.value(), "there is no field called ");
        }
    }
}
