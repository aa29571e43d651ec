package io.pinion.operations.engine;

/**
 * A server that the operation needs is lost, or has come back and takes no writes yet. The journal keeps the operation
 * as running, and its lock is free: the server can be opened, and a proxy goes on.
 */
public final class ServerAway extends OperationRefused {
    private static final long serialVersionUID = 1;

    /** @param why with the server's name */
    public ServerAway(String why) {
        super("waiting for a server: " + why);
    }
}
