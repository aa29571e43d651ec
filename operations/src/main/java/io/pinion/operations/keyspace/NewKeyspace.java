package io.pinion.operations.keyspace;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import java.util.Set;

/** The task of making a keyspace. */
@JsonTypeName("CREATE_KEYSPACE")
public record NewKeyspace(KeyspaceShape shape) implements Task, AnsweredRequest<Done> {
    @Override
    public String keyspace() {
        return shape.name();
    }

    @Override
    public String statement() {
        return shape.statement();
    }

    @Override
    public String subject() {
        return "keyspace " + shape.name();
    }

    @Override
    public Set<String> locks() {
        return Set.of(Task.shardsLock(shape.name()));
    }

    @Override
    public boolean isPublishing(Progress progress) {
        return progress.step().equals(KeyspaceWorkflow.PUBLISHING);
    }
}
