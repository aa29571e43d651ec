package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.server.ServerLogin;
import java.util.List;
import java.util.Optional;

/**
 * Steers work on rows that is a part of an operation: it goes on as long as the operation may, tells the journal how far
 * it is, and leaves clients their share of the servers, and standbys theirs. Calls come one at a time.
 */
public class CopyOfOperation implements CopyControl, AutoCloseable {
    private final RunningOperation operation;
    private final ServerLoad load;
    private final List<StandbyLag> standbys;

    /**
     * @param servers whose clients must not feel it; logins without the operation's mark
     * @param standbys that get what is written, and are closed with this
     */
    public CopyOfOperation(
            RunningOperation operation,
            OperationServices services,
            List<ServerLogin> servers,
            List<StandbyLag> standbys) {
        this.operation = operation;
        this.load = new ServerLoad(services.copies().mostRunning(), servers);
        this.standbys = List.copyOf(standbys);
    }

    @Override
    public void requireMayGoOn() throws OperationRefused {
        operation.requireMayGoOn();
    }

    /**
     * The journal is written behind the logins of the copy: a proxy that goes on with the operation writes it first, and
     * ends these connections then.
     */
    @Override
    public void begins() throws OperationRefused {
        operation.confirm();
        operation.requireMayGoOn();
    }

    @Override
    public Optional<String> mustWait() {
        return standbys.stream()
                .flatMap(standby -> standby.reason().stream())
                .findFirst()
                .or(load::reason);
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
        standbys.forEach(StandbyLag::close);
        load.close();
    }
}
