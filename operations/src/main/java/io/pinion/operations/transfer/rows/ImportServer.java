package io.pinion.operations.transfer.rows;

import io.pinion.operations.server.ServerLogin;

/**
 * A server of an import, with what reads and writes rows there, and with what reads its binary log and settings.
 *
 * @param rows mostly of the data account, whose writes a server refuses that isn't the primary any more
 * @param log of the operator
 */
public record ImportServer(ServerLogin rows, ServerLogin log) {
    public String name() {
        return rows.server().name();
    }

    @Override
    public String toString() {
        return rows.toString();
    }
}
