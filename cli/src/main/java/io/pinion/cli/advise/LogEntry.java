package io.pinion.cli.advise;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** The text of a statement, line by line. */
final class LogEntry {
    private static final int SHOWN = 60;

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private boolean tooLong;

    void line(byte[] line, int from) {
        if (text.size() + line.length - from > LogLines.MAX_LINE) {
            tooLong = true;
            return;
        }
        if (text.size() > 0) {
            text.write('\n');
        }
        text.write(line, from, line.length - from);
    }

    /** The text without blanks and semicolons at its ends; empty when it was too long, as the findings say then. */
    byte[] statement(Set<String> findings) {
        if (tooLong) {
            findings.add("statements of more than " + (LogLines.MAX_LINE >> 20) + " MB are left out");
            return new byte[0];
        }
        byte[] all = text.toByteArray();
        int from = 0;
        int to = all.length;
        while (to > 0 && (all[to - 1] == ';' || isBlank(all[to - 1]))) {
            to--;
        }
        while (from < to && isBlank(all[from])) {
            from++;
        }
        return Arrays.copyOfRange(all, from, to);
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character == '\n' || character == '\r' || character == '\t';
    }

    /** The beginning of a line, one character per byte: headers are ASCII. */
    static String beginning(byte[] line, int length) {
        return new String(line, 0, Math.min(line.length, length), StandardCharsets.ISO_8859_1);
    }

    /** The beginning of a line as messages show it. */
    static String shown(byte[] line) {
        String text = new String(line, 0, Math.min(line.length, SHOWN), StandardCharsets.UTF_8);
        return text.replaceAll("\\p{Cntrl}", " ").strip() + (line.length > SHOWN ? " …" : "");
    }
}
