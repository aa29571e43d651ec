package io.pinion.config.document;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies records with other values of some components, so that no record has to name all of its components for that. */
public final class RecordCopy {
    private RecordCopy() {}

    /**
     * The same record but for these values, which its constructor checks as ever.
     *
     * @param changes by the names of components
     */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R of(R record, Map<String, ?> changes) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        List<String> names =
                Arrays.stream(components).map(RecordComponent::getName).toList();
        if (!names.containsAll(changes.keySet())) {
            throw new IllegalArgumentException(names + " are not all of " + changes.keySet());
        }
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Object changed = changes.get(names.get(i));
            values[i] = changed == null ? valueOf(components[i], record) : changed;
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return (R) record.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException refused) {
            throw refused.getCause() instanceof RuntimeException why ? why : new IllegalStateException(refused);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(record.getClass() + " can't be made", impossible);
        }
    }

    public static Object valueOf(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(component + " can't be read", impossible);
        }
    }
}
