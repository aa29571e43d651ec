package io.pinion.config.document;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The fields of an object that {@link JsonText} prints, in the order in which they are put in. */
public final class JsonFields extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1;

    /** A field for each entry, with what is printed of it. */
    public static <V> JsonFields each(Map<String, V> entries, Function<V, Object> printed) {
        JsonFields fields = new JsonFields();
        entries.forEach((name, value) -> fields.with(name, printed.apply(value)));
        return fields;
    }

    public JsonFields with(String name, Object value) {
        put(name, value);
        return this;
    }

    /** No field for what is absent. */
    public JsonFields with(String name, Optional<?> value) {
        value.ifPresent(present -> put(name, present));
        return this;
    }

    /** A field for what isn't as documents have it anyway. */
    public JsonFields when(boolean stated, String name, Object value) {
        return stated ? with(name, value) : this;
    }

    public JsonFields flag(String name, boolean set) {
        return when(set, name, true);
    }
}
