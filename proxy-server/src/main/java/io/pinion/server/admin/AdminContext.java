package io.pinion.server.admin;

import io.pinion.config.topology.Topology;
import io.pinion.operations.control.Asker;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.statement.StatementContext;
import io.pinion.routing.plan.SessionView;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The session that sent an admin statement, and the proxy that runs it. */
public record AdminContext(SessionView session, ProxyView proxy) implements StatementContext {
    @Override
    public Topology topology() {
        return proxy.topology();
    }

    /** The answer of an operation, once it may be told. */
    CompletionStage<AdminAnswer> due(StatementAnswer answer) {
        AdminAnswer told = new AdminAnswer.Answered(answer.answer());
        return switch (answer.due()) {
            case NOW -> AdminAnswer.now(told);
            case PLANNED -> proxy.adopted(answer.generation()).thenApply(adopted -> told);
            case TABLES_READ -> proxy.readSchema(answer.generation()).handle((read, failed) -> told);
        };
    }

    /** The names that there are of keyspaces, pairs or servers. */
    Collection<String> names(String kind) {
        return switch (kind) {
            case "keyspace" -> topology().keyspaces().keySet();
            case "pair" -> topology().pairs().keySet();
            case "server" -> topology().servers().keySet();
            default -> List.of();
        };
    }

    /** The rights of the session's user on operations: an operator sees all, an owner only the user's own. */
    Asker asker() {
        return session.admin()
                ? new Asker.Operator()
                : new Asker.Owner(topology().user(session.userName()));
    }
}
