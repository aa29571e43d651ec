package io.pinion.operations.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import io.pinion.routing.definition.ShardedText;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The journal's two documents of an operation, as JSON: the task, and the progress. */
final class OperationJson {
    /** The action of a promotion; a change of tables has that of its statement. */
    private static final String PROMOTE = "PROMOTE_PAIR";

    private static final String REPLACE_STANDBY = "REPLACE_STANDBY";
    private static final String MOVE = "MOVE_SHARDS";
    private static final String OPEN = "OPEN_SHARDS";
    private static final String SYNC_ACCOUNTS = "SYNC_ACCOUNTS";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private OperationJson() {}

    /** The document that never changes. */
    record Begun(Task task, Origin origin) {}

    static byte[] write(Task task, Origin origin) {
        ObjectNode root = MAPPER.createObjectNode();
        switch (task) {
            case Task.TableChange(SchemaChange change) -> write(root, change);
            case Task.StandbyReplacement replacement ->
                root.put("action", REPLACE_STANDBY)
                        .put("pair", replacement.pair())
                        .put("old", replacement.old())
                        .put("with", replacement.with());
            case Task.Promotion promotion ->
                root.put("action", PROMOTE)
                        .put("pair", promotion.pair())
                        .put("from", promotion.from())
                        .put("to", promotion.to())
                        .put("manner", promotion.manner().name());
            case Task.AccountSync sync -> root.put("action", SYNC_ACCOUNTS);
            case Task.Move move ->
                root.put("action", MOVE)
                        .put("keyspace", move.keyspace())
                        .put("first", move.first())
                        .put("last", move.last())
                        .put("from", move.from())
                        .put("to", move.to());
            case Task.Opening opening ->
                root.put("action", OPEN)
                        .put("keyspace", opening.keyspace())
                        .put("pair", opening.pair())
                        .put("first", opening.first())
                        .put("last", opening.last())
                        .put("weight", opening.weight())
                        .put("found", opening.found().toString());
        }
        root.put("user", origin.user());
        root.put("account", origin.account());
        texts(root.putArray("settings"), origin.settings());
        root.put("started", origin.started().toString());
        return bytes(root);
    }

    private static void write(ObjectNode root, SchemaChange change) {
        root.put("keyspace", change.keyspace());
        root.put("databases", change.databases().toString());
        root.put("action", change.action().name());
        root.put("statement", change.statement());
        texts(root.putArray("tables"), change.tables());
        ArrayNode declarations = root.putArray("declarations");
        change.declarations().forEach(next -> declaration(declarations.addObject(), next));
        change.only().ifPresent(shard -> root.put("only", shard.number()));
        root.put("if_not_exists", change.ifNotExists());
        texts(root.putArray("text"), change.text().pieces());
    }

    static byte[] write(Progress progress) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("state", progress.state().name());
        root.put("total", progress.total());
        root.put("done", progress.done().toString());
        root.put("begun", progress.begun().toString());
        ObjectNode failed = root.putObject("failed");
        progress.failed().forEach((shard, reason) -> failed.put(String.valueOf(shard), reason));
        root.put("cancel_asked", progress.cancelAsked());
        root.put("proxy", progress.proxy());
        root.put("updated", progress.updated().toString());
        root.put("step", progress.step());
        root.put("detail", progress.detail());
        root.put("error", progress.error());
        if (!progress.facts().isEmpty()) {
            ObjectNode facts = root.putObject("facts");
            progress.facts().forEach(facts::put);
        }
        return bytes(root);
    }

    /** @throws IOException when the bytes are not what {@link #write(Task, Origin)} makes */
    static Begun begun(byte[] json) throws IOException {
        try {
            JsonNode root = MAPPER.readTree(json);
            return new Begun(
                    task(root),
                    new Origin(
                            root.path("user").asText(),
                            root.path("account").asText(),
                            texts(root.path("settings")),
                            Instant.parse(root.path("started").asText())));
        } catch (RuntimeException e) {
            throw new IOException("this is no operation of Pinion's: " + e.getMessage(), e);
        }
    }

    private static Task task(JsonNode root) {
        return switch (root.path("action").asText()) {
            case PROMOTE ->
                new Task.Promotion(
                        root.path("pair").asText(),
                        root.path("from").asText(),
                        root.path("to").asText(),
                        Manner.valueOf(root.path("manner").asText()));
            case REPLACE_STANDBY ->
                new Task.StandbyReplacement(
                        root.path("pair").asText(),
                        root.path("old").asText(),
                        root.path("with").asText());
            case MOVE ->
                new Task.Move(
                        root.path("keyspace").asText(),
                        root.path("first").asInt(),
                        root.path("last").asInt(),
                        root.path("from").asText(),
                        root.path("to").asText());
            case OPEN ->
                new Task.Opening(
                        root.path("keyspace").asText(),
                        root.path("pair").asText(),
                        root.path("first").asInt(),
                        root.path("last").asInt(),
                        root.path("weight").asInt(),
                        ShardSet.parse(root.path("found").asText()));
            case SYNC_ACCOUNTS -> new Task.AccountSync();
            default -> new Task.TableChange(change(root));
        };
    }

    private static SchemaChange change(JsonNode root) {
        List<DeclarationChange> declarations = new ArrayList<>();
        root.path("declarations").forEach(node -> declarations.add(declaration(node)));
        return new SchemaChange(
                root.path("keyspace").asText(),
                DatabasePattern.parse(root.path("databases").asText()),
                Action.valueOf(root.path("action").asText()),
                root.path("statement").asText(),
                texts(root.path("tables")),
                declarations,
                root.has("only") ? Optional.of(new ShardId(root.path("only").asInt())) : Optional.empty(),
                root.path("if_not_exists").asBoolean(),
                new ShardedText(texts(root.path("text"))),
                List.of());
    }

    /** @throws IOException when the bytes are not what {@link #write(Progress)} makes */
    static Progress progress(byte[] json) throws IOException {
        try {
            JsonNode root = MAPPER.readTree(json);
            Map<Integer, String> failed = new TreeMap<>();
            root.path("failed")
                    .properties()
                    .forEach(field -> failed.put(
                            Integer.valueOf(field.getKey()), field.getValue().asText()));
            Map<String, String> facts = new TreeMap<>();
            root.path("facts")
                    .properties()
                    .forEach(field -> facts.put(field.getKey(), field.getValue().asText()));
            return new Progress(
                    State.valueOf(root.path("state").asText()),
                    root.path("total").asInt(),
                    ShardSet.parse(root.path("done").asText()),
                    ShardSet.parse(root.path("begun").asText()),
                    failed,
                    root.path("cancel_asked").asBoolean(),
                    root.path("proxy").asText(),
                    Instant.parse(root.path("updated").asText()),
                    root.path("step").asText(),
                    root.path("detail").asText(),
                    root.path("error").asText(),
                    facts);
        } catch (RuntimeException e) {
            throw new IOException("this is no progress of Pinion's: " + e.getMessage(), e);
        }
    }

    private static void declaration(ObjectNode node, DeclarationChange change) {
        switch (change) {
            case DeclarationChange.Declare(String table, Declaration as) ->
                node.put("declare", table).put("as", as.words());
            case DeclarationChange.Forget(String table) -> node.put("forget", table);
            case DeclarationChange.Move(String from, String to) ->
                node.put("move", from).put("to", to);
        }
    }

    private static DeclarationChange declaration(JsonNode node) {
        if (node.has("declare")) {
            return new DeclarationChange.Declare(
                    node.path("declare").asText(),
                    Declaration.parse(node.path("as").asText()));
        }
        return node.has("forget")
                ? new DeclarationChange.Forget(node.path("forget").asText())
                : new DeclarationChange.Move(
                        node.path("move").asText(), node.path("to").asText());
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }

    private static byte[] bytes(ObjectNode root) {
        try {
            return MAPPER.writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers always make JSON", e);
        }
    }
}
