package io.pinion.operations.engine;

/** The proxy that runs the operation is stopping. The journal keeps the operation as running, so that another proxy goes on. */
public final class ProxyStopping extends OperationRefused {
    private static final long serialVersionUID = 1;

    public ProxyStopping() {
        super("the proxy is stopping: another proxy goes on with it");
    }
}
