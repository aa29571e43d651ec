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
    /** More characters than a name may have; an error shows as much of it. */
    private static final int MOST_OF_A_NAME = 1024;

    private final String table;
    private final String wildcard;
    private final Charset charset;
    private final byte[] sql;

    /**
     * Names and patterns that are longer than any are cut: servers refuse them, too.
     *
     * @param charset of the client's texts
     */
    FieldListCommand(ClientCommand.FieldList command, Charset charset) {
        this.table = cut(command.table());
        this.wildcard = cut(command.wildcard());
        this.charset = charset;
        String like = wildcard.isEmpty() ? "" : " LIKE '" + wildcard.replace("'", "''") + "'";
        this.sql = ("SHOW FULL COLUMNS FROM `" + table.replace("`", "``") + "`" + like).getBytes(charset);
    }

    /** A name of a command that has no text: one that is longer than any is wrong as well when it is cut. */
    static String cut(String name) {
        return name.length() <= MOST_OF_A_NAME ? name : name.substring(0, MOST_OF_A_NAME);
    }

    String table() {
        return table;
    }

    @Override
    public byte[] sql() {
        return sql;
    }

    @Override
    public Expecting expecting() {
        return Expecting.DEFINITIONS;
    }

    @Override
    public Encoded encode(BackendConnection connection, StatementText text, Exchange answer) {
        return new Encoded(
                answer,
                CommandEncoder.fieldList(table.getBytes(charset), wildcard.getBytes(charset), connection.allocator()));
    }
}
