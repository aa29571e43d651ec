package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;

/**
 * A statement is prepared: COM_STMT_PREPARE_OK in the manual. The parameters' definitions follow if there are any, then
 * the columns'.
 *
 * @param statementId from 1, counted by the connection
 * @param columns may change: the statement's result may have more or fewer once its tables were altered
 */
public record PreparedOk(long statementId, int columns, int parameters, int warnings) implements ServerPacket {
    private static final int HEADER = 0x00;

    static PreparedOk decode(WireReader in) {
        in.skip(1);
        long statementId = in.uint32();
        int columns = in.uint16();
        int parameters = in.uint16();
        in.skip(1);
        int warnings = in.uint16();
        return new PreparedOk(statementId, columns, parameters, warnings);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.uint8(HEADER)
                .uint32(statementId)
                .uint16(columns)
                .uint16(parameters)
                .uint8(0)
                .uint16(warnings);
    }
}
