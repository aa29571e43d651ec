package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.engine.ServerWork;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What is in the way of carrying rows, all of it at once. For one thread. */
public final class TransferProblems {
    private final List<String> found = new ArrayList<>();

    public void addAll(Collection<String> problems) {
        found.addAll(problems);
    }

    /**
     * Notes the refusal of a check.
     *
     * @throws ServerAway of the check: a server that is away may be back soon, and is no problem of the operation's
     */
    public void look(ServerWork check) throws OperationRefused, SQLException {
        try {
            check.run();
        } catch (ServerAway away) {
            throw away;
        } catch (OperationRefused e) {
            found.add(String.valueOf(e.getMessage()));
        }
    }

    /** Whether rows can be carried between these pairs, and the databases that get them be made. */
    public void lookAt(TransferServers servers, ShardDatabases databases) throws OperationRefused, SQLException {
        look(servers::requireStandbys);
        addAll(servers.problems());
        look(databases::requireNone);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Each once. */
    void requireNone() throws OperationRefused {
        if (!found.isEmpty()) {
            throw new OperationRefused(
                    String.join("; ", found.stream().distinct().toList()));
        }
    }
}
