package io.pinion.server.execution;

/**
 * A step of several: what follows on its success, while its failure is that of the whole.
 *
 * @param whole is told of a failure
 * @param next goes on
 */
record Continuation(Completion whole, Runnable next) implements Completion {
    static Completion of(Completion whole, Runnable next) {
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
