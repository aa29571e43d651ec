package io.pinion.config.settings;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import io.pinion.config.document.DurationText;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problems;
import io.pinion.config.document.RecordCopy;
import io.pinion.config.network.Networks;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fills records by their components from the fields of one document. A missing field keeps its default; a wrong one is
 * reported and keeps it too.
 */
record SettingsBinding(Problems problems) {
    /** The types that are written as one word. */
    private static final Map<Class<?>, Scalar> SCALARS = Map.of(
            int.class, new Scalar("a whole number", "write it with digits alone", SettingsBinding::whole),
            Duration.class, new Scalar("a time", "write for example 500ms, 10s, 5m", reading(DurationText::parse)),
            OffOrTime.class,
                    new Scalar("off or a time", "write off, or for example 30s", node -> OffOrTime.parse(wordOf(node))),
            ByteSize.class, new Scalar("a size", "write for example 64MB", reading(ByteSize::parse)),
            ByteRate.class, new Scalar("a speed", "write for example 50MB/s, or unlimited", reading(ByteRate::parse)),
            Networks.class,
                    new Scalar(
                            "a list of networks",
                            "write for example 10.1.0.0/16, 192.168.7.1",
                            reading(Networks::parse)));

    /** @param read empty for what is not of this kind */
    private record Scalar(String kind, String cure, Function<DocumentNode, Optional<?>> read) {}

    /**
     * The defaults, replaced where the document has a field. A constructor reports one mistake at a time: the wrong
     * setting gets its default, and the constructor runs again.
     */
    <R extends Record> R bind(FieldReader fields, R defaults) {
        Map<String, Object> values = new HashMap<>();
        for (RecordComponent component : defaults.getClass().getRecordComponents()) {
            Object otherwise = RecordCopy.valueOf(component, defaults);
            fields.node(SettingText.nameOf(component.getName()))
                    .flatMap(node -> value(component, otherwise, node, fields))
                    .ifPresent(value -> values.put(component.getName(), value));
        }
        fields.refuseOthers();
        while (true) {
            try {
                return RecordCopy.of(defaults, values);
            } catch (WrongSetting wrong) {
                if (values.remove(wrong.component()) == null) {
                    throw wrong;
                }
                DocumentNode where =
                        fields.node(SettingText.nameOf(wrong.component())).orElse(fields.mapping());
                problems.error(where, String.valueOf(wrong.getMessage()), wrong.cure());
            }
        }
    }

    private Optional<?> value(RecordComponent component, Object otherwise, DocumentNode node, FieldReader fields) {
        if (otherwise instanceof Record section && !SCALARS.containsKey(component.getType())) {
            return FieldReader.of(node, problems).map(inner -> bind(inner, section));
        }
        Class<?> type = component.getGenericType() instanceof ParameterizedType optional
                ? (Class<?>) optional.getActualTypeArguments()[0]
                : component.getType();
        Optional<?> value = scalar(type, node, fields);
        return component.getType() == Optional.class && value.isPresent() ? Optional.of(value) : value;
    }

    /** Empty, after reporting a problem, when the node is no value of that type. */
    private Optional<?> scalar(Class<?> type, DocumentNode node, FieldReader fields) {
        Scalar scalar = SCALARS.get(type);
        if (scalar != null) {
            return told(scalar, node, fields);
        }
        if (type == boolean.class) {
            return fields.asFlag(node);
        }
        if (type.isEnum()) {
            return word(type, node, fields);
        }
        return type == Path.class ? fields.asText(node).flatMap(text -> path(text, node)) : fields.asText(node);
    }

    private static Optional<?> told(Scalar scalar, DocumentNode node, FieldReader fields) {
        Optional<?> value = scalar.read().apply(node);
        if (value.isEmpty()) {
            String found = written(node);
            if (found.isEmpty()) {
                fields.expected(node, scalar.kind(), scalar.cure());
            } else {
                fields.wrong(node, "'" + found + "' is not " + scalar.kind(), scalar.cure());
            }
        }
        return value;
    }

    private static Optional<Integer> whole(DocumentNode node) {
        return node instanceof Whole whole && whole.value() == (int) whole.value()
                ? Optional.of((int) whole.value())
                : Optional.empty();
    }

    private static Function<DocumentNode, Optional<?>> reading(Function<String, Optional<?>> parse) {
        return node -> parse.apply(written(node));
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

    private static Optional<?> word(Class<?> type, DocumentNode node, FieldReader fields) {
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

    private Optional<Path> path(String text, DocumentNode node) {
        try {
            return Optional.of(SettingText.path(text));
        } catch (InvalidPathException wrong) {
            problems.error(node, "'" + text + "' is no path", "");
            return Optional.empty();
        }
    }
}
