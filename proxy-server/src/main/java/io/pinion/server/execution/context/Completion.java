package io.pinion.server.execution.context;

/** Is told, once, how a step or a command has ended. Called on the session's event loop. */
public interface Completion {
    void succeeded();

    /** The client has its error already. */
    void failed(int errorCode);

    /** The same, but before it is told of a success something else is done. */
    default Completion after(Runnable step) {
        return new Completion() {
            @Override
            public void succeeded() {
                step.run();
                Completion.this.succeeded();
            }

            @Override
            public void failed(int errorCode) {
                Completion.this.failed(errorCode);
            }
        };
    }
}
