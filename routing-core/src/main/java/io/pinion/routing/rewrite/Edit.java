package io.pinion.routing.rewrite;

import java.util.Comparator;
import java.util.List;

/** Replaces the text between two places; inserts where both are the same. */
public record Edit(TextPosition from, TextPosition to, List<Piece> pieces) {
    /** By place; an insertion at the end of a replaced range follows it. */
    public static final Comparator<Edit> BY_PLACE =
            Comparator.comparing(Edit::from).thenComparing(Edit::to);

    public Edit {
        pieces = List.copyOf(pieces);
    }
}
