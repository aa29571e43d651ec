package io.pinion.server.execution.context;

/**
 * A step of several: what follows on its success, while its failure is that of the whole.
 *
 * @param whole is told of a failure
 * @param next goes on
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
