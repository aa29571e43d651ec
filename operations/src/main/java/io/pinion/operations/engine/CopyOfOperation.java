package io.pinion.operations.engine;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.ServerLoad;
import io.pinion.operations.server.ServerLogin;
import java.util.List;
import java.util.Optional;

/**
 * Steers a copy that is a part of an operation: it goes on as long as the operation may, tells the journal how far it
 * is, and leaves clients their share of the servers.
 */
public abstract class CopyOfOperation implements CopyControl, AutoCloseable {
    private final RunningOperation operation;
    private final ServerLoad load;

    /** @param servers whose clients must not feel it; logins without the operation's mark */
    protected CopyOfOperation(RunningOperation operation, OperationServices services, List<ServerLogin> servers) {
        this.operation = operation;
        this.load = new ServerLoad(services.copies().mostRunning(), servers);
    }

    /** Enters in the journal that there may be something of the copy from now on. */
    protected abstract void enterBeginning() throws OperationRefused;

    @Override
    public final boolean mayBegin() {
        try {
            enterBeginning();
            return operation.mayGoOn();
        } catch (OperationRefused e) {
            return false;
        }
    }

    @Override
    public final boolean isCancelled() {
        return !operation.mayGoOn();
    }

    /** Another proxy may work on it by then. */
    @Override
    public final boolean mayDiscard() {
        return false;
    }

    @Override
    public Optional<String> mustWait() {
        return load.reason();
    }

    @Override
    public void checked(int databases, int all) {
        operation.tellIfMine("checking " + databases + " of " + all + " databases");
    }

    @Override
    public void progressed(CopyProgress progress) {
        operation.tellIfMine(progress.toString());
    }

    @Override
    public void close() {
        load.close();
    }
}
