package io.pinion.routing.merge;

/**
 * Strings of bytes with an end mark, by which a prefix sorts first whatever key follows: 0 is written as 0 255, and the
 * end as 0 0.
 */
final class BytesForm {
    private BytesForm() {}

    static void write(byte[] cell, KeyBuffer out) {
        int written = 0;
        for (int i = 0; i < cell.length; i++) {
            if (cell[i] == 0) {
                out.put(cell, written, i + 1);
                out.put(0xFF);
                written = i + 1;
            }
        }
        out.put(cell, written, cell.length);
        out.put(0);
        out.put(0);
    }
}
