package io.pinion.routing.plan;

import io.pinion.routing.analysis.Span;
import java.nio.charset.StandardCharsets;

/** The names of a result's columns, which editing a select item must not change. */
final class ItemNames {
    /** MySQL refuses longer aliases (256 characters). */
    private static final int MAX_BYTES = 250;

    private ItemNames() {}

    /** A select item without alias is named by its text; an edited one gets its old text as alias. */
    static void keep(Span item, Edits edits) {
        byte[] text = edits.fixed(item).bytes();
        if (text.length <= MAX_BYTES) {
            String quoted = SqlNames.quoted(new String(text, StandardCharsets.ISO_8859_1));
            edits.name(item.to(), quoted.getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
