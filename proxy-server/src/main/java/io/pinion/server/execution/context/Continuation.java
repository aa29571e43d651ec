package io.pinion.server.execution.context;

/**
 * The completion of one step of several: success starts the next step, failure ends the whole.
 *
 * @param whole receives the failure
 * @param next the next step
 */
public record Continuation(Completion whole, Runnable next) implements Completion {
    public static Completion of(Completion whole, Runnable next) {
        return new Continuation(whole, next);
    }

    @Override
    public void succeeded() {
        next.run();
    }

    @Override
    public void failed(int errorCode) {
        whole.failed(errorCode);
    }
}
