package io.pinion.config.change;

import io.pinion.config.change.DocumentPath.Index;
import io.pinion.config.change.DocumentPath.Name;
import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Nothing;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.JsonText;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problem.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A document while edits are applied to it. */
final class EditedDocument {
    /** The objects below these are known by names that people choose; a misspelt one must not make another. */
    private static final List<String> NAMED = List.of("servers", "pairs", "keyspaces", "users", "accounts", "tables");

    private static final Mapping EMPTY = new Mapping("", 0, List.of());

    private DocumentNode root;

    EditedDocument(DocumentNode root) {
        this.root = root;
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
        return JsonText.of(root.plain());
    }

    void apply(DocumentEdit edit) throws EditRefused {
        switch (edit) {
            case DocumentEdit.Put(DocumentPath path, DocumentNode value) -> put(path, value);
            case DocumentEdit.Add(DocumentPath path, DocumentNode value) -> {
                if (found(path).isPresent()) {
                    throw new EditRefused(path, "it is there already", "");
                }
                put(path, value);
            }
            case DocumentEdit.Merge(DocumentPath path, DocumentNode value) -> {
                if (!(at(path) instanceof Mapping into) || !(value instanceof Mapping fields)) {
                    throw new EditRefused(
                            path, "only an object can be merged, and into an object", "SET replaces a value");
                }
                requirePrintable(path, value);
                put(path, merged(into, fields));
            }
            case DocumentEdit.Drop(DocumentPath path) -> drop(path);
            case DocumentEdit.DropText(DocumentPath path, String text) -> {
                if (found(path).orElse(EMPTY) instanceof Text there
                        && there.value().equals(text)) {
                    drop(path);
                }
            }
        }
    }

    private void put(DocumentPath path, DocumentNode value) throws EditRefused {
        requirePrintable(path, value);
        root = changed(root, path, 0, Optional.of(value));
    }

    private void drop(DocumentPath path) throws EditRefused {
        if (path.isRoot()) {
            throw new EditRefused(path, "the document as a whole can't be dropped", "");
        }
        at(path);
        root = changed(root, path, 0, Optional.empty());
    }

    private static void requirePrintable(DocumentPath path, DocumentNode value) throws EditRefused {
        if (value instanceof Nothing) {
            throw new EditRefused(path, "null is no value", "DROP takes it out");
        }
        try {
            value.plain();
        } catch (IllegalArgumentException e) {
            throw new EditRefused(path, String.valueOf(e.getMessage()), "");
        }
    }

    private static Mapping merged(Mapping into, Mapping fields) {
        Mapping merged = into;
        for (Field field : fields.fields()) {
            Optional<DocumentNode> value =
                    switch (field.value()) {
                        case Nothing nothing -> Optional.empty();
                        case Mapping inner ->
                            Optional.of(merged(
                                    into.field(field.name()).orElse(EMPTY) instanceof Mapping old ? old : EMPTY,
                                    inner));
                        default -> Optional.of(field.value());
                    };
            merged = merged.with(field.name(), value);
        }
        return merged;
    }

    private Optional<DocumentNode> found(DocumentPath path) {
        Optional<DocumentNode> at = Optional.of(root);
        for (DocumentPath.Step step : path.steps()) {
            at = at.flatMap(node -> child(node, step));
        }
        return at;
    }

    /** The value at the place, which must be there. */
    private DocumentNode at(DocumentPath path) throws EditRefused {
        for (int count = 1; count <= path.steps().size(); count++) {
            if (found(path.first(count)).isEmpty()) {
                throw noPlace(path, count - 1, found(path.first(count - 1)).orElseThrow());
            }
        }
        return found(path).orElseThrow();
    }

    private static Optional<DocumentNode> child(DocumentNode of, DocumentPath.Step step) {
        Optional<DocumentNode> child =
                switch (step) {
                    case Name(String name) -> of instanceof Mapping object ? object.field(name) : Optional.empty();
                    case Index(int index) ->
                        of instanceof Sequence list && index < list.items().size()
                                ? Optional.of(list.items().get(index))
                                : Optional.empty();
                };
        return child.filter(node -> !(node instanceof Nothing));
    }

    /** The node with another value, or none, where the path leads to from this step on. */
    private static DocumentNode changed(DocumentNode node, DocumentPath path, int step, Optional<DocumentNode> value)
            throws EditRefused {
        if (step == path.steps().size()) {
            return value.orElseThrow();
        }
        boolean last = step == path.steps().size() - 1;
        Optional<DocumentNode> next =
                last ? value : Optional.of(changed(inner(node, path, step), path, step + 1, value));
        return switch (path.steps().get(step)) {
            case Name(String name) when node instanceof Mapping object -> object.with(name, next);
            case Index(int index)
            when node instanceof Sequence list -> {
                List<DocumentNode> items = new ArrayList<>(list.items());
                if (index > items.size()) {
                    throw new EditRefused(
                            path, "the list has " + items.size() + " items", "the next is [" + items.size() + "]");
                }
                if (index < items.size()) {
                    items.remove(index);
                }
                next.ifPresent(item -> items.add(index, item));
                yield new Sequence(list.path(), list.line(), items);
            }
            default -> throw noPlace(path, step, node);
        };
    }

    /** What the step leads to. An object that the document leaves out, such as tables, is made for its first field. */
    private static DocumentNode inner(DocumentNode node, DocumentPath path, int step) throws EditRefused {
        Optional<DocumentNode> child = child(node, path.steps().get(step));
        boolean belowNames =
                step > 0 && path.steps().get(step - 1) instanceof Name(String above) && NAMED.contains(above);
        boolean mayBeMade = node instanceof Mapping
                && step == path.steps().size() - 2
                && path.steps().get(step) instanceof Name
                && path.last() instanceof Name
                && !belowNames;
        if (child.isEmpty() && !mayBeMade) {
            throw noPlace(path, step, node);
        }
        return child.orElse(EMPTY);
    }

    /** @param step the one that doesn't fit what it would go into */
    private static EditRefused noPlace(DocumentPath path, int step, DocumentNode parent) {
        String above = step == 0 ? "the document" : path.first(step).toString();
        String cure =
                switch (parent) {
                    case Mapping object
                    when path.steps().get(step) instanceof Name(String name) ->
                        NearestName.cure(
                                name, object.fields().stream().map(Field::name).toList());
                    case Mapping object -> above + " is an object: name a field of it";
                    case Sequence list ->
                        above + " is a list of " + list.items().size() + ": write [0] for the first item";
                    default -> above + " is no object and no list";
                };
        return new EditRefused(path.first(step + 1), "the document has no such place", cure);
    }
}
