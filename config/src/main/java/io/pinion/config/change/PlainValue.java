package io.pinion.config.change;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Flag;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Nothing;
import io.pinion.config.document.DocumentNode.OtherNumber;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document's values as maps and lists that can be changed, and scalars: what {@code JsonText} prints. A field with
 * null is an absent one, as it is to whoever reads the document.
 */
final class PlainValue {
    private PlainValue() {}

    /**
     * The value; null for null.
     *
     * @throws IllegalArgumentException with a message for people when no document can have it
     */
    static @Nullable Object of(DocumentNode node) {
        return switch (node) {
            case Mapping mapping -> map(mapping);
            case Sequence sequence -> list(sequence);
            case Text text -> text.value();
            case Whole whole -> whole.value();
            case Flag flag -> flag.value();
            case Nothing nothing -> null;
            case OtherNumber number ->
                throw new IllegalArgumentException("no field takes the number " + number.written());
        };
    }

    private static Map<String, Object> map(Mapping mapping) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Field field : mapping.fields()) {
            Object value = of(field.value());
            if (value != null) {
                map.put(field.name(), value);
            }
        }
        return map;
    }

    private static List<Object> list(Sequence sequence) {
        List<Object> list = new ArrayList<>();
        for (DocumentNode item : sequence.items()) {
            Object value = of(item);
            if (value == null) {
                throw new IllegalArgumentException("no list of the document takes null");
            }
            list.add(value);
        }
        return list;
    }

    /** A map of a tree that {@link #of} has made. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> asMap(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }

    /** A list of a tree that {@link #of} has made. */
    @SuppressWarnings("unchecked")
    static List<Object> asList(List<?> list) {
        return (List<Object>) list;
    }
}
