package io.pinion.server.execution.context;

/** Called once, on the session's event loop, when a step or a command has ended. */
@FunctionalInterface
public interface Completion {
    /** @param errorCode of the error that the client has received already; 0 after a success */
    void ended(int errorCode);

    default void succeeded() {
        ended(0);
    }

    default void failed(int errorCode) {
        ended(errorCode);
    }

    /** A completion of one step of several: success starts the next step, failure ends the whole. */
    default Completion then(Runnable next) {
        return errorCode -> {
            if (errorCode == 0) {
                next.run();
            } else {
                ended(errorCode);
            }
        };
    }

    /** A completion that runs {@code step} before it reports success to this one. */
    default Completion after(Runnable step) {
        return then(() -> {
            step.run();
            succeeded();
        });
    }
}
