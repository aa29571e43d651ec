package io.pinion.operations.server.replication;

import java.sql.SQLException;

/** Two servers can't become, or remain, a pair; the message names the server and the way out. */
public final class ReplicationException extends SQLException {
    private static final long serialVersionUID = 1L;

    public ReplicationException(String message) {
        super(message);
    }
}
