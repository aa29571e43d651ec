package io.pinion.operations.statement;

import io.pinion.config.change.Author;
import io.pinion.config.topology.Topology;
import io.pinion.routing.plan.SessionView;

/** The session that sent a statement, and the topology in use: what its words mean depends on both. */
public interface StatementContext {
    SessionView session();

    Topology topology();

    /** The author of the change that a statement makes in the topology document. */
    default Author author(StatementArguments statement) {
        return new Author(
                session().userName(),
                session().clientHost(),
                statement.statement().masked());
    }
}
