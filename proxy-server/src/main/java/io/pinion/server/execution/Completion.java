package io.pinion.server.execution;

/** Is told, once, how a step or a command has ended. Called on the session's event loop. */
public interface Completion {
    void succeeded();

    /** The client has its error already. */
    void failed(int errorCode);
}
