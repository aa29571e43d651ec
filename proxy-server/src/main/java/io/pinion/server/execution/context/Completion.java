package io.pinion.server.execution.context;

/** Called once, on the session's event loop, when a step or a command has ended. */
public interface Completion {
    void succeeded();

    /** The client has received its error already. */
    void failed(int errorCode);

    /** A completion that runs {@code step} before it reports success to this one. */
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
