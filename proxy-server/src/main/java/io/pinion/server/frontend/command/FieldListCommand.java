package io.pinion.server.frontend.command;

import io.pinion.protocol.client.ClientCommand;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.context.ClientStatement;
import java.nio.charset.Charset;

/**
 * COM_FIELD_LIST: the columns of a table, which command line clients complete names from. It is planned as the
 * equivalent {@code SHOW COLUMNS}; a server that has the table gets the COM_FIELD_LIST itself.
 */
final class FieldListCommand implements ClientStatement {
    private final ClientCommand.FieldList command;
    private final Charset charset;

    /** @param charset of the client's texts */
    FieldListCommand(ClientCommand.FieldList command, Charset charset) {
        this.command = command;
        this.charset = charset;
    }

    String table() {
        return command.table();
    }

    @Override
    public byte[] sql() {
        String like = command.wildcard().isEmpty()
                ? ""
                : " LIKE '" + command.wildcard().replace("'", "''") + "'";
        return ("SHOW FULL COLUMNS FROM `" + command.table().replace("`", "``") + "`" + like).getBytes(charset);
    }

    @Override
    public Expecting expecting() {
        return Expecting.DEFINITIONS;
    }

    @Override
    public Encoded encode(BackendConnection connection, StatementText text, Exchange answer) {
        byte[] table = command.table().getBytes(charset);
        byte[] wildcard = command.wildcard().getBytes(charset);
        return new Encoded(answer, CommandEncoder.fieldList(table, wildcard, connection.allocator()));
    }
}
