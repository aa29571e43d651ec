package io.pinion.operations.mapping;

import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.mapping.MappingTask.Repair;
import io.pinion.operations.statement.LogicalTableName;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.List;

/** Looks at the links of mappings for operators who ask, and repairs them where that is wanted. Thread-safe. */
public final class Mappings extends BackgroundOperations<MappingTask, MappingTask> {
    private static final String LINKS =
            " MAPPING keyspace.table AGAINST {OBJECTS | opposite | objects.column[.key]}[, …]";

    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(
                    statement(
                            "CHECK" + LINKS,
                            "looks on standbys for links that the opposite mapping or an object's JSON lacks, or whose objects aren't there",
                            Mappings::task),
                    statement(
                                    "REPAIR" + LINKS + " {ADD MISSING | DELETE DANGLING}",
                                    "does the same, and adds the rows that the opposite mapping lacks or deletes those without an object",
                                    Mappings::task)
                            .finalWith("DELETE DANGLING")),
            Mappings::new);

    public Mappings(OperationServices services) {
        super(MappingTask.class, new MappingWorkflow(services), services, "not begun");
    }

    @Override
    protected Decided<MappingTask> decided(MappingTask task) {
        return new Decided<>(task, 0);
    }

    private static MappingTask task(StatementArguments arguments, StatementContext context) {
        LogicalTableName mapping = LogicalTableName.of(arguments, context);
        List<String> opposites = arguments.texts("opposite");
        if (opposites.size() > 1) {
            throw new SyntaxRefused("AGAINST takes one mapping or column, and OBJECTS");
        }
        String opposite = String.join("", opposites);
        boolean objects = arguments.has("OBJECTS");
        Repair repair = arguments.choice(Repair.class).orElse(Repair.NONE);
        if (repair == Repair.ADD_MISSING && opposite.isEmpty()) {
            throw new SyntaxRefused("ADD MISSING adds rows to the opposite mapping: AGAINST its name");
        }
        if (repair == Repair.DELETE_DANGLING && !objects) {
            throw new SyntaxRefused("DELETE DANGLING deletes links of objects that aren't there: AGAINST OBJECTS");
        }
        return new MappingTask(mapping.keyspace(), mapping.table(), opposite, objects, repair);
    }
}
