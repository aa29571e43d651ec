package io.pinion.config.change;

import io.pinion.config.document.DocumentNode;

/** One edit of a document. */
public sealed interface DocumentEdit {
    DocumentPath path();

    /** The value at the place becomes this one, whether there was one or not. Behind the last item of a list it is added. */
    record Put(DocumentPath path, DocumentNode value) implements DocumentEdit {}

    /** The same, where nothing may stand yet. */
    record Add(DocumentPath path, DocumentNode value) implements DocumentEdit {}

    /**
     * The fields of this object go into that at the place, and theirs into theirs (RFC 7396): null removes a field,
     * other fields stay. The object at the place must be there.
     */
    record Merge(DocumentPath path, DocumentNode value) implements DocumentEdit {}

    /** The value at the place is taken out; it must be there. */
    record Drop(DocumentPath path) implements DocumentEdit {}

    /** The text at the place is taken out if it is this one; another stays, and none need be there. */
    record DropText(DocumentPath path, String text) implements DocumentEdit {}
}
