package io.pinion.operations.mapping;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.journal.Task;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A look at all links of a mapping, and perhaps a repair of those that are wrong.
 *
 * @param table the mapping, or {@code table.column} or {@code table.column.path} of objects that say it
 * @param opposite the same of the other direction; empty when it isn't asked
 * @param objects whether the objects at both ends are asked
 */
@JsonTypeName("CHECK_MAPPING")
public record MappingTask(String keyspace, String table, String opposite, boolean objects, Repair repair)
        implements Task, OperationRequest {
    /** What is done about wrong links. */
    public enum Repair {
        NONE,
        /** A one-way link gets its row in the opposite mapping. */
        ADD_MISSING,
        /** The row of a link is deleted when an object at one of its ends isn't there. */
        DELETE_DANGLING;
    }

    @Override
    public String statement() {
        String against = opposite.isEmpty() ? "" : opposite;
        against += objects ? (against.isEmpty() ? "" : ", ") + "OBJECTS" : "";
        return (repair == Repair.NONE ? "CHECK" : "REPAIR") + " MAPPING " + keyspace + "." + table + " AGAINST "
                + against
                + (repair == Repair.NONE ? "" : " " + repair.name().replace('_', ' '));
    }

    @Override
    public String subject() {
        return "mapping " + keyspace + "." + table;
    }

    /** Its tables mustn't be altered: a change that waits for the stream of links on a standby holds all others up. */
    @Override
    public Set<String> locks() {
        return Stream.of(table, opposite)
                .filter(name -> !name.isEmpty())
                .map(name -> Task.tableLock(keyspace, name.split("\\.", 2)[0]))
                .collect(Collectors.toSet());
    }
}
