package io.pinion.operations.journal;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The journal's two documents of an operation, as JSON: what was begun, and the progress. A kind of task is known by
 * the name in its {@link JsonTypeName}. Thread-safe.
 */
final class OperationJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule(), texts())
            .addMixIn(DeclarationChange.class, KindOfDeclaration.class)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            // A missing component is refused, too, unless it is an Optional: a task may get one more, and a newer proxy
            // still reads the tasks of an older one.
            .enable(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            // An older proxy reads the tasks of a newer one.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final String KIND = "kind";
    private static final String TASK = "task";
    private static final String ORIGIN = "origin";

    private final Map<String, Class<? extends Task>> kinds = new ConcurrentHashMap<>();

    OperationJson() {
        Task.KINDS.forEach(this::learn);
    }

    /** The document that never changes. */
    record Begun(Task task, Origin origin) {}

    /** Reads tasks of this kind from now on. */
    void learn(Class<? extends Task> kind) {
        kinds.put(nameOf(kind), kind);
    }

    private static String nameOf(Class<? extends Task> kind) {
        JsonTypeName name = kind.getAnnotation(JsonTypeName.class);
        if (name == null) {
            throw new IllegalArgumentException(kind + " has no name for the journal (@JsonTypeName)");
        }
        return name.value();
    }

    byte[] write(Task task, Origin origin) {
        ObjectNode root = MAPPER.createObjectNode().put(KIND, nameOf(task.getClass()));
        root.set(TASK, MAPPER.valueToTree(task));
        root.set(ORIGIN, MAPPER.valueToTree(origin));
        return bytes(root);
    }

    static byte[] write(Progress progress) {
        return bytes(progress);
    }

    /** @throws IOException when the bytes are not what {@link #write(Task, Origin)} makes */
    Begun begun(byte[] json) throws IOException {
        JsonNode root = MAPPER.readTree(json);
        String kind = root.path(KIND).asText();
        if (kind.isEmpty()) {
            throw new IOException("this is no operation");
        }
        return new Begun(task(kind, root.path(TASK)), MAPPER.treeToValue(root.path(ORIGIN), Origin.class));
    }

    private Task task(String kind, JsonNode task) throws JsonProcessingException {
        Class<? extends Task> known = kinds.get(kind);
        return known == null ? new UnknownTask(kind, task.path("keyspace").asText()) : MAPPER.treeToValue(task, known);
    }

    /** @throws IOException when the bytes are not what {@link #write(Progress)} makes */
    static Progress progress(byte[] json) throws IOException {
        return MAPPER.readValue(json, Progress.class);
    }

    private static byte[] bytes(Object document) {
        try {
            return MAPPER.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of texts and numbers always make JSON", e);
        }
    }

    /** The types that have a text of their own. */
    private static SimpleModule texts() {
        SimpleModule texts = new SimpleModule("texts");
        text(texts, ShardSet.class, ShardSet::toString, ShardSet::parse);
        text(texts, DatabasePattern.class, DatabasePattern::toString, DatabasePattern::parse);
        text(texts, Declaration.class, Declaration::words, Declaration::parse);
        return texts;
    }

    private static <T> void text(
            SimpleModule texts, Class<T> type, Function<T, String> write, Function<String, T> read) {
        texts.addSerializer(type, new StdSerializer<>(type) {
            @Override
            public void serialize(T value, JsonGenerator json, SerializerProvider provider) throws IOException {
                json.writeString(write.apply(value));
            }
        });
        texts.addDeserializer(type, new StdDeserializer<>(type) {
            @Override
            public @Nullable T deserialize(JsonParser json, DeserializationContext context) throws IOException {
                String text = json.getValueAsString();
                try {
                    return read.apply(text);
                } catch (IllegalArgumentException e) {
                    throw context.weirdStringException(text, type, e.getMessage());
                }
            }
        });
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "change")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = DeclarationChange.Declare.class, name = "declare"),
        @JsonSubTypes.Type(value = DeclarationChange.Forget.class, name = "forget"),
        @JsonSubTypes.Type(value = DeclarationChange.Move.class, name = "move")
    })
    private interface KindOfDeclaration {}
}
