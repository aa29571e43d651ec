package io.pinion.config.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.change.DocumentPath.Index;
import io.pinion.config.change.DocumentPath.Name;
import io.pinion.config.change.DocumentPath.Step;
import io.pinion.config.document.JsonText;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problem.Severity;
import java.util.List;
import java.util.Map;

/** A document while edits are applied to it. */
final class EditedDocument {
    /** The objects below these are known by names that people choose; a misspelt one must not make another. */
    private static final List<String> NAMED = List.of("servers", "pairs", "keyspaces", "users", "accounts", "tables");

    private JsonNode root;

    EditedDocument(String json) {
        root = DocumentEdit.json(json);
    }

    /** An edit can't be applied; the message is for people. */
    static final class EditRefused extends Exception {
        private static final long serialVersionUID = 1;

        private final String place;
        private final String cure;

        EditRefused(DocumentPath place, String what, String cure) {
            super(what, null, false, false);
            this.place = place.toString();
            this.cure = cure;
        }

        Problem problem() {
            return new Problem(Severity.ERROR, place, 0, String.valueOf(getMessage()), cure);
        }
    }

    String text() {
        return JsonText.of(new JsonMapper().convertValue(root, Object.class));
    }

    void apply(DocumentEdit edit) throws EditRefused {
        DocumentPath path = edit.path();
        switch (edit) {
            case DocumentEdit.Put put -> put(path, put.value());
            case DocumentEdit.Add add -> {
                if (!found(path).isMissingNode()) {
                    throw new EditRefused(path, "it is there already", "");
                }
                put(path, add.value());
            }
            case DocumentEdit.Merge merge -> {
                if (!(at(path) instanceof ObjectNode into) || !merge.value().isObject()) {
                    throw new EditRefused(
                            path, "only an object can be merged, and into an object", "SET replaces a value");
                }
                merge(into, merge.value());
            }
            case DocumentEdit.Drop drop -> drop(path);
            case DocumentEdit.DropText drop -> {
                if (drop.text().equals(found(path).textValue())) {
                    drop(path);
                }
            }
        }
    }

    /** Takes a copy: later edits change what is in the document, and each edit may be applied again, to a newer one. */
    private void put(DocumentPath path, JsonNode edited) throws EditRefused {
        if (edited.isNull()) {
            throw new EditRefused(path, "null is no value", "DROP takes it out");
        }
        JsonNode value = edited.deepCopy();
        if (path.isRoot()) {
            root = value;
            return;
        }
        JsonNode parent = parent(path);
        switch (path.last()) {
            case Name(String name) when parent instanceof ObjectNode object -> object.set(name, value);
            case Index(int index)
            when parent instanceof ArrayNode list && index < list.size() -> list.set(index, value);
            case Index(int index)
            when parent instanceof ArrayNode list -> {
                if (index > list.size()) {
                    throw new EditRefused(
                            path, "the list has " + list.size() + " items", "the next is [" + list.size() + "]");
                }
                list.add(value);
            }
            default -> throw noPlace(path, path.steps().size() - 1, parent);
        }
    }

    private void drop(DocumentPath path) throws EditRefused {
        if (path.isRoot()) {
            throw new EditRefused(path, "the document as a whole can't be dropped", "");
        }
        at(path);
        switch (path.last()) {
            case Name(String name) -> ((ObjectNode) parent(path)).remove(name);
            case Index(int index) -> ((ArrayNode) parent(path)).remove(index);
        }
    }

    private static void merge(ObjectNode into, JsonNode fields) {
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            String name = field.getKey();
            if (field.getValue().isNull()) {
                into.remove(name);
            } else if (field.getValue().isObject()) {
                merge(into.get(name) instanceof ObjectNode inner ? inner : into.putObject(name), field.getValue());
            } else {
                into.set(name, field.getValue().deepCopy());
            }
        }
    }

    /** A missing node where nothing is, or null, which documents take for nothing. */
    private JsonNode found(DocumentPath path) {
        JsonNode node = root;
        for (Step step : path.steps()) {
            node = child(node, step);
        }
        return node;
    }

    private static JsonNode child(JsonNode of, Step step) {
        JsonNode child =
                switch (step) {
                    case Name(String name) -> of.path(name);
                    case Index(int index) -> of.path(index);
                };
        return child.isNull() ? MissingNode.getInstance() : child;
    }

    /** The value at the place, which must be there. */
    private JsonNode at(DocumentPath path) throws EditRefused {
        for (int count = 1; count <= path.steps().size(); count++) {
            if (found(path.first(count)).isMissingNode()) {
                throw noPlace(path, count - 1, found(path.first(count - 1)));
            }
        }
        return found(path);
    }

    /** What the place is in. An object that the document leaves out, such as tables, is made for its first field. */
    private JsonNode parent(DocumentPath path) throws EditRefused {
        DocumentPath above = path.above();
        boolean mayBeMade = path.last() instanceof Name && !above.isRoot() && !isNamed(above);
        return mayBeMade
                        && found(above).isMissingNode()
                        && above.last() instanceof Name(String name)
                        && found(above.above()) instanceof ObjectNode object
                ? object.putObject(name)
                : at(above);
    }

    private static boolean isNamed(DocumentPath path) {
        return !path.above().isRoot() && path.above().last() instanceof Name(String kind) && NAMED.contains(kind);
    }

    /** @param step the one that doesn't fit what it would go into */
    private static EditRefused noPlace(DocumentPath path, int step, JsonNode parent) {
        String above = step == 0 ? "the document" : path.first(step).toString();
        String cure =
                switch (parent) {
                    case ObjectNode object
                    when path.steps().get(step) instanceof Name(String name) ->
                        NearestName.cure(
                                name,
                                object.properties().stream()
                                        .map(Map.Entry::getKey)
                                        .toList());
                    case ObjectNode object -> above + " is an object: name a field of it";
                    case ArrayNode list -> above + " is a list of " + list.size() + ": write [0] for the first item";
                    default -> above + " is no object and no list";
                };
        return new EditRefused(path.first(step + 1), "the document has no such place", cure);
    }
}
