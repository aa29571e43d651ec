package io.pinion.server.admin;

import io.pinion.config.change.Author;
import io.pinion.config.topology.Topology;
import io.pinion.operations.control.Asker;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.SessionView;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The session that sent an admin statement, and the proxy that runs it. */
public record AdminContext(SessionView session, ProxyView proxy) {
    /** The author of the change that a statement makes in the topology document. */
    Author author(StatementArguments statement) {
        return new Author(
                session.userName(), session.clientHost(), statement.statement().masked());
    }

    /** An answer, once this proxy has read the tables of the topology with a change; it is done whatever that finds. */
    CompletionStage<AdminAnswer> known(long generation, LocalAnswer answer) {
        return proxy.readSchema(generation).handle((read, failed) -> new AdminAnswer.Answered(answer));
    }

    /** The same for what has nothing more to tell. */
    CompletionStage<AdminAnswer> known(Done done) {
        return known(done.generation(), LocalAnswer.Done.leaving(List.of()));
    }

    /** The names that there are of keyspaces, pairs or servers. */
    Collection<String> names(String kind) {
        Topology topology = proxy.topology();
        return switch (kind) {
            case "keyspace" -> topology.keyspaces().keySet();
            case "pair" -> topology.pairs().keySet();
            case "server" -> topology.servers().keySet();
            default -> List.of();
        };
    }

    /** The rights of the session's user on operations: an operator sees all, an owner only the user's own. */
    Asker asker() {
        return session.admin()
                ? new Asker.Operator()
                : new Asker.Owner(proxy.topology().user(session.userName()));
    }
}
