package io.pinion.config.change;

import io.pinion.config.change.DocumentPath.Index;
import io.pinion.config.change.DocumentPath.Name;
import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Nothing;
import io.pinion.config.document.JsonText;
import io.pinion.config.document.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of a document while edits are applied to them. */
final class EditedDocument {
    /** The objects below these are known by names that people choose; a misspelt one must not make another. */
    private static final List<String> NAMED = List.of("servers", "pairs", "keyspaces", "users", "accounts", "tables");

    private Object root;

    EditedDocument(DocumentNode root) {
        this.root = present(PlainValue.of(root));
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

        String place() {
            return place;
        }

        String what() {
            return String.valueOf(getMessage());
        }

        String cure() {
            return cure;
        }
    }

    String text() {
        return JsonText.of(root);
    }

    void apply(DocumentEdit edit) throws EditRefused {
        DocumentPath path = edit.path();
        switch (edit) {
            case DocumentEdit.Put(DocumentPath place, DocumentNode value) -> put(place, value(place, value));
            case DocumentEdit.Add(DocumentPath place, DocumentNode value) -> {
                if (value(place) != null) {
                    throw new EditRefused(place, "it is there already", "");
                }
                put(place, value(place, value));
            }
            case DocumentEdit.Merge(DocumentPath place, DocumentNode value) -> merge(place, value);
            case DocumentEdit.Drop drop -> drop(path);
            case DocumentEdit.DropText(DocumentPath place, String text) -> {
                if (text.equals(value(place))) {
                    drop(place);
                }
            }
        }
    }

    private static Object value(DocumentPath path, DocumentNode node) throws EditRefused {
        try {
            Object value = PlainValue.of(node);
            if (value == null) {
                throw new EditRefused(path, "null is no value", "DROP takes it out");
            }
            return value;
        } catch (IllegalArgumentException e) {
            throw new EditRefused(path, String.valueOf(e.getMessage()), "");
        }
    }

    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("the document is null");
        }
        return value;
    }

    /** The value at the place; null for none. */
    private @Nullable Object value(DocumentPath path) {
        Object at = root;
        for (DocumentPath.Step step : path.steps()) {
            at = at == null ? null : child(at, step);
        }
        return at;
    }

    private static @Nullable Object child(Object of, DocumentPath.Step step) {
        return switch (step) {
            case Name(String name) -> of instanceof Map<?, ?> map ? map.get(name) : null;
            case Index(int index) -> of instanceof List<?> list && index < list.size() ? list.get(index) : null;
        };
    }

    private void put(DocumentPath path, Object value) throws EditRefused {
        if (path.isRoot()) {
            root = value;
            return;
        }
        Object parent = parent(path);
        switch (path.last()) {
            case Name(String name)
            when parent instanceof Map<?, ?> map -> PlainValue.asMap(map).put(name, value);
            case Index(int index)
            when parent instanceof List<?> items -> {
                List<Object> list = PlainValue.asList(items);
                if (index > list.size()) {
                    throw new EditRefused(
                            path, "the list has " + list.size() + " items", "the next is [" + list.size() + "]");
                }
                if (index == list.size()) {
                    list.add(value);
                } else {
                    list.set(index, value);
                }
            }
            default -> throw otherKind(path, path.steps().size() - 1, parent);
        }
    }

    /** The object or list that holds the place. An object that the document leaves out, such as tables, is made. */
    private Object parent(DocumentPath path) throws EditRefused {
        Object at = root;
        for (int i = 0; i < path.steps().size() - 1; i++) {
            Object next = child(at, path.steps().get(i));
            if (next == null && i == path.steps().size() - 2 && mayBeMade(path, i) && at instanceof Map<?, ?> map) {
                next = new LinkedHashMap<String, Object>();
                PlainValue.asMap(map).put(((Name) path.steps().get(i)).name(), next);
            }
            at = found(path, i, at, next);
        }
        return at;
    }

    private static boolean mayBeMade(DocumentPath path, int step) {
        boolean belowNames =
                step > 0 && path.steps().get(step - 1) instanceof Name(String above) && NAMED.contains(above);
        return path.steps().get(step) instanceof Name && path.steps().get(step + 1) instanceof Name && !belowNames;
    }

    private static Object found(DocumentPath path, int step, Object parent, @Nullable Object child) throws EditRefused {
        if (child != null) {
            return child;
        }
        DocumentPath place = path.first(step + 1);
        if (path.steps().get(step) instanceof Name(String name) && parent instanceof Map<?, ?> map) {
            throw new EditRefused(
                    place,
                    "the document has no such place",
                    NearestName.cure(name, PlainValue.asMap(map).keySet()));
        }
        throw otherKind(place, step, parent);
    }

    /** @param step the one that doesn't fit what it would go into */
    private static EditRefused otherKind(DocumentPath path, int step, Object parent) {
        String above = step == 0 ? "the document" : path.first(step).toString();
        String kind =
                switch (parent) {
                    case Map<?, ?> map -> "an object: name a field of it";
                    case List<?> list -> "a list of " + list.size() + ": write [0] for the first item";
                    default -> "no object and no list";
                };
        return new EditRefused(path, "the document has no such place", above + " is " + kind);
    }

    private void merge(DocumentPath path, DocumentNode value) throws EditRefused {
        Object at = at(path, path.steps().size());
        if (!(at instanceof Map<?, ?> map) || !(value instanceof Mapping fields)) {
            throw new EditRefused(path, "only an object can be merged, and into an object", "SET replaces a value");
        }
        try {
            merge(PlainValue.asMap(map), fields);
        } catch (IllegalArgumentException e) {
            throw new EditRefused(path, String.valueOf(e.getMessage()), "");
        }
    }

    private static void merge(Map<String, Object> into, Mapping fields) {
        for (Field field : fields.fields()) {
            switch (field.value()) {
                case Nothing nothing -> into.remove(field.name());
                case Mapping inner -> {
                    if (!(into.get(field.name()) instanceof Map<?, ?>)) {
                        into.put(field.name(), new LinkedHashMap<String, Object>());
                    }
                    if (into.get(field.name()) instanceof Map<?, ?> map) {
                        merge(PlainValue.asMap(map), inner);
                    }
                }
                default -> into.put(field.name(), present(PlainValue.of(field.value())));
            }
        }
    }

    private void drop(DocumentPath path) throws EditRefused {
        if (path.isRoot()) {
            throw new EditRefused(path, "the document as a whole can't be dropped", "");
        }
        int last = path.steps().size() - 1;
        Object parent = at(path, last);
        found(path, last, parent, child(parent, path.last()));
        switch (path.last()) {
            case Name(String name) when parent instanceof Map<?, ?> map -> map.remove(name);
            case Index(int index) when parent instanceof List<?> list -> list.remove(index);
            default -> throw otherKind(path, last, parent);
        }
    }

    /** The value that the first steps lead to. */
    private Object at(DocumentPath path, int count) throws EditRefused {
        Object at = root;
        for (int i = 0; i < count; i++) {
            at = found(path, i, at, child(at, path.steps().get(i)));
        }
        return at;
    }
}
