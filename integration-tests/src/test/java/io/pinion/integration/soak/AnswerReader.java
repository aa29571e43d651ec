package io.pinion.integration.soak;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the packets of one answer, in either way of ending rows, and says when it is complete. */
final class AnswerReader {
    private static final int OK = 0x00;
    private static final int END = 0xFE;
    private static final int ERROR = 0xFF;
    private static final int CLASSIC_END_LIMIT = 9;

    private enum Part {
        FIRST,
        COLUMNS,
        END_OF_COLUMNS,
        ROWS
    }

    private final boolean classicEnd;
    private Part part = Part.FIRST;
    private int columns;
    private int columnsLeft;
    private final List<List<@Nullable String>> rows = new ArrayList<>();

    /** @param classicEnd whether the connection lacks CLIENT_DEPRECATE_EOF */
    AnswerReader(boolean classicEnd) {
        this.classicEnd = classicEnd;
    }

    /** @return the answer when this packet was its last */
    @Nullable
    Answer read(PacketBytes packet) {
        int first = packet.first();
        if (first == ERROR && part != Part.COLUMNS) {
            return packet.error();
        }
        switch (part) {
            case FIRST -> {
                if (first == OK) {
                    packet.skip(1);
                    return new Answer.Done(packet.lengthEncoded(), packet.lengthEncoded());
                }
                columns = (int) packet.lengthEncoded();
                columnsLeft = columns;
                part = Part.COLUMNS;
            }
            case COLUMNS -> {
                if (--columnsLeft == 0) {
                    part = classicEnd ? Part.END_OF_COLUMNS : Part.ROWS;
                }
            }
            case END_OF_COLUMNS -> part = Part.ROWS;
            case ROWS -> {
                if (first == END && (!classicEnd || packet.length() < CLASSIC_END_LIMIT)) {
                    return new Answer.Rows(rows);
                }
                List<@Nullable String> row = new ArrayList<>(columns);
                for (int i = 0; i < columns; i++) {
                    row.add(packet.text());
                }
                rows.add(row);
            }
        }
        return null;
    }
}
