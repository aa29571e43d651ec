package io.pinion.integration.differential;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads whole answers and writes them down, every field a line or a part of one. */
final class AnswerLines {
    private static final int CLASSIC_END = 9;
    private static final int LONGEST_PACKET = 0xFFFFFF;
    private static final int MORE_RESULTS = 0x0008;
    private static final int CURSOR_EXISTS = 0x0040;
    private static final int OUT_PARAMETERS = 0x1000;
    private static final int STATE_CHANGED = 0x4000;
    private static final int NO_RESULT = -1;

    /** Where packets come from, one whole payload after another. */
    interface Packets {
        PayloadCursor next() throws IOException;
    }

    private final Packets packets;
    private final boolean classic;
    private final boolean tracking;
    private final List<String> lines = new ArrayList<>();
    private int lastStatus;

    /**
     * @param classic whether rows end with an EOF
     * @param tracking whether OKs may tell of changed state
     */
    AnswerLines(Packets packets, boolean classic, boolean tracking) {
        this.packets = packets;
        this.classic = classic;
        this.tracking = tracking;
    }

    List<String> lines() {
        return lines;
    }

    boolean cursorIsOpen() {
        return (lastStatus & CURSOR_EXISTS) != 0;
    }

    /** All results of a query. */
    void results() throws IOException {
        results(false, false);
    }

    /**
     * All results of a query or an execution.
     *
     * @param cursor whether one was asked for: MariaDB sets its flag also behind a procedure's own
     */
    void results(boolean binary, boolean cursor) throws IOException {
        boolean another = true;
        while (another) {
            int status = result(binary, cursor);
            another = status != NO_RESULT && (status & MORE_RESULTS) != 0;
        }
    }

    /** The rows of a fetch. */
    void fetched() throws IOException {
        rows(true, 0);
    }

    /** @return the statement's number and how many parameters it has; empty when it was refused */
    long[] prepared() throws IOException {
        PayloadCursor first = packets.next();
        if (first.first() == 0xFF) {
            error(first);
            return new long[0];
        }
        first.skip(1);
        long id = first.integer(4);
        int columns = (int) first.integer(2);
        int parameters = (int) first.integer(2);
        first.skip(1);
        lines.add("prepared: columns=" + columns + " parameters=" + parameters + " warnings=" + first.integer(2));
        definitions("parameter", parameters);
        definitions("column", columns);
        return new long[] {id, parameters};
    }

    private int result(boolean binary, boolean cursor) throws IOException {
        PayloadCursor first = packets.next();
        switch (first.first()) {
            case 0xFF -> {
                return error(first);
            }
            case 0x00 -> {
                return ok("ok", first);
            }
            case 0xFB -> {
                lines.add("wants a file: " + first.rest());
                return NO_RESULT;
            }
            default -> {
                int columns = (int) first.lengthEncoded();
                int status = definitions("column", columns);
                boolean outParameters = (status & OUT_PARAMETERS) != 0;
                if (cursor && classic && (status & CURSOR_EXISTS) != 0) {
                    return status;
                }
                int end = rows(binary, columns);
                // MySQL forgets to tell classic clients that an OK follows the OUT parameters.
                return classic && outParameters && end != NO_RESULT ? end | MORE_RESULTS : end;
            }
        }
    }

    /** @return the status of the EOF behind them, 0 without one */
    private int definitions(String what, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            PayloadCursor packet = packets.next();
            StringBuilder line = new StringBuilder(what).append(':');
            for (String part : List.of("catalog", "schema", "table", "original table", "name", "original name")) {
                String text = packet.counted();
                if (!text.isEmpty() && !part.equals("catalog")) {
                    line.append(' ').append(part).append('=').append(text);
                }
            }
            packet.lengthEncoded();
            line.append(" charset=").append(packet.integer(2));
            line.append(" length=").append(packet.integer(4));
            line.append(" type=").append(packet.integer(1));
            line.append(" flags=").append(Long.toHexString(packet.integer(2)));
            line.append(" decimals=").append(packet.integer(1));
            lines.add(line.toString());
        }
        if (classic && count > 0) {
            return end("end of definitions", packets.next());
        }
        return 0;
    }

    private int rows(boolean binary, int columns) throws IOException {
        while (true) {
            PayloadCursor packet = packets.next();
            int first = packet.first();
            if (first == 0xFF) {
                return error(packet);
            }
            if (first == 0xFE && packet.length() < (classic ? CLASSIC_END : LONGEST_PACKET)) {
                return classic ? end("end of rows", packet) : ok("end of rows", packet);
            }
            lines.add(binary ? "row: " + packet.rest() : textRow(packet, columns));
        }
    }

    private static String textRow(PayloadCursor packet, int columns) {
        StringBuilder line = new StringBuilder("row:");
        for (int i = 0; i < columns; i++) {
            if (packet.peek() == 0xFB) {
                packet.skip(1);
                line.append(" | NULL");
            } else {
                line.append(" | ").append(packet.counted());
            }
        }
        return packet.isRead() ? line.toString() : line + " … and " + packet.rest();
    }

    private int end(String what, PayloadCursor packet) {
        packet.skip(1);
        long warnings = packet.integer(2);
        lastStatus = (int) packet.integer(2);
        lines.add(what + ": warnings=" + warnings + " status=" + Integer.toHexString(lastStatus));
        return lastStatus;
    }

    private int ok(String what, PayloadCursor packet) {
        packet.skip(1);
        String line = what + ": affected=" + packet.lengthEncoded() + " insert id="
                + Long.toUnsignedString(packet.lengthEncoded());
        lastStatus = (int) packet.integer(2);
        line += " status=" + Integer.toHexString(lastStatus) + " warnings=" + packet.integer(2);
        if (!packet.isRead()) {
            line += " info=" + (tracking ? packet.counted() : packet.rest());
        }
        if (tracking && (lastStatus & STATE_CHANGED) != 0 && !packet.isRead()) {
            line += " changed=" + packet.counted();
        }
        lines.add(line);
        return lastStatus;
    }

    private int error(PayloadCursor packet) {
        packet.skip(1);
        lines.add("error: " + packet.integer(2) + " " + packet.rest());
        return NO_RESULT;
    }
}
