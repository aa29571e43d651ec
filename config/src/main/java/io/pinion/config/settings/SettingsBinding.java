package io.pinion.config.settings;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import io.pinion.config.document.DurationText;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problems;
import io.pinion.config.network.Networks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fills records by their components from the fields of one document. A missing field keeps its default; a wrong one is
 * reported and keeps it too.
 */
final class SettingsBinding {
    private final Problems problems;

    SettingsBinding(Problems problems) {
        this.problems = problems;
    }

    /** The defaults, replaced where the document has a field. */
    <R extends Record> R bind(FieldReader fields, R defaults) {
        @SuppressWarnings("unchecked")
        Class<R> type = (Class<R>) defaults.getClass();
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Object otherwise = valueOf(components[i], defaults);
            values[i] = fields.node(SettingText.nameOf(components[i].getName()))
                    .flatMap(value(components[i], otherwise, fields))
                    .orElse(otherwise);
        }
        fields.refuseOthers();
        return construct(type, components, values, defaults, fields);
    }

    private Function<DocumentNode, Optional<Object>> value(
            RecordComponent component, Object otherwise, FieldReader fields) {
        return node -> otherwise instanceof Record section
                        && !(otherwise instanceof ByteSize)
                        && !(otherwise instanceof ByteRate)
                        && !(otherwise instanceof Networks)
                        && !(otherwise instanceof OffOrTime)
                ? FieldReader.of(node, problems).map(inner -> bind(inner, section))
                : scalar(component.getType(), component.getGenericType(), node, fields);
    }

    /** Empty, after reporting a problem, when the node is no value of that type. */
    private Optional<Object> scalar(Class<?> type, Type generic, DocumentNode node, FieldReader fields) {
        if (type == Optional.class) {
            Type inside = ((ParameterizedType) generic).getActualTypeArguments()[0];
            return scalar((Class<?>) inside, inside, node, fields).map(Optional::of);
        }
        if (type == int.class) {
            return told(whole(node), node, "a whole number", "write it with digits alone", fields);
        }
        if (type == boolean.class) {
            if (node instanceof DocumentNode.Flag flag) {
                return Optional.of(flag.value());
            }
            fields.expected(node, "true or false", "");
            return Optional.empty();
        }
        if (type == Duration.class) {
            return told(DurationText.parse(written(node)), node, "a time", "write for example 500ms, 10s, 5m", fields);
        }
        if (type == OffOrTime.class) {
            return told(OffOrTime.parse(wordOf(node)), node, "off or a time", "write off, or for example 30s", fields);
        }
        if (type == ByteSize.class) {
            return told(ByteSize.parse(written(node)), node, "a size", "write for example 64MB", fields);
        }
        if (type == ByteRate.class) {
            return told(
                    ByteRate.parse(written(node)), node, "a speed", "write for example 50MB/s, or unlimited", fields);
        }
        if (type == Networks.class) {
            return told(
                    Networks.parse(written(node)),
                    node,
                    "a list of networks",
                    "write for example 10.1.0.0/16, 192.168.7.1",
                    fields);
        }
        if (type.isEnum()) {
            return word(type, node, fields);
        }
        if (type == Path.class) {
            return fields.asText(node).flatMap(text -> path(text, node));
        }
        if (type == String.class) {
            return fields.asText(node).map(text -> text);
        }
        throw new IllegalStateException("no setting has the type " + type);
    }

    private static Optional<Object> told(
            Optional<?> value, DocumentNode node, String kind, String cure, FieldReader fields) {
        if (value.isEmpty()) {
            String found = written(node);
            if (found.isEmpty()) {
                fields.expected(node, kind, cure);
            } else {
                fields.wrong(node, "'" + found + "' is not " + kind, cure);
            }
        }
        return value.map(read -> read);
    }

    private static Optional<Integer> whole(DocumentNode node) {
        return node instanceof Whole whole && whole.value() == (int) whole.value()
                ? Optional.of((int) whole.value())
                : Optional.empty();
    }

    /** YAML 1.1 reads a bare off as false. */
    private static String wordOf(DocumentNode node) {
        return node instanceof DocumentNode.Flag flag && !flag.value() ? "off" : written(node);
    }

    private static String written(DocumentNode node) {
        return switch (node) {
            case Text text -> text.value();
            case Whole whole -> Long.toString(whole.value());
            default -> "";
        };
    }

    private static Optional<Object> word(Class<?> type, DocumentNode node, FieldReader fields) {
        String word = wordOf(node);
        List<String> words = Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                .toList();
        int found = words.indexOf(word.toLowerCase(Locale.ROOT));
        if (found < 0) {
            fields.wrong(node, "unknown value " + word, NearestName.cure(word, words));
            return Optional.empty();
        }
        return Optional.of(type.getEnumConstants()[found]);
    }

    private Optional<Object> path(String text, DocumentNode node) {
        try {
            return Optional.of(SettingText.path(text));
        } catch (InvalidPathException wrong) {
            problems.error(node, "'" + text + "' is no path", "");
            return Optional.empty();
        }
    }

    /**
     * A constructor reports one mistake at a time: the wrong setting gets its default, and the constructor runs again.
     */
    private <R extends Record> R construct(
            Class<R> type, RecordComponent[] components, @Nullable Object[] values, R defaults, FieldReader fields) {
        while (true) {
            try {
                return type.getDeclaredConstructor(Arrays.stream(components)
                                .map(RecordComponent::getType)
                                .toArray(Class<?>[]::new))
                        .newInstance(values);
            } catch (InvocationTargetException refused) {
                if (!(refused.getCause() instanceof WrongSetting wrong)) {
                    throw new IllegalStateException("the settings " + type + " can't be made", refused);
                }
                tell(wrong, fields);
                resetToDefault(wrong.component(), components, values, defaults);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException("the settings " + type + " can't be made", impossible);
            }
        }
    }

    private void tell(WrongSetting wrong, FieldReader fields) {
        DocumentNode where = fields.node(SettingText.nameOf(wrong.component())).orElse(fields.mapping());
        problems.error(where, String.valueOf(wrong.getMessage()), wrong.cure());
    }

    private static void resetToDefault(
            String component, RecordComponent[] components, @Nullable Object[] values, Record defaults) {
        for (int i = 0; i < components.length; i++) {
            if (components[i].getName().equals(component)) {
                values[i] = valueOf(components[i], defaults);
                return;
            }
        }
        throw new IllegalStateException(defaults.getClass() + " has no component " + component);
    }

    private static Object valueOf(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(component + " can't be read", impossible);
        }
    }
}
