package io.pinion.server.admin;

import io.pinion.operations.mapping.MappingTask;
import io.pinion.operations.mapping.MappingTask.Repair;

/** {@code CHECK MAPPING} and {@code REPAIR MAPPING}: the links that only one end knows, or whose objects are gone. */
final class CheckMapping extends BegunCommand<MappingTask> {
    private final boolean repairs;

    private CheckMapping(String name, String syntax, String purpose, boolean repairs) {
        super(name, syntax, purpose, operations -> operations.mappings().checks());
        this.repairs = repairs;
    }

    static CheckMapping check() {
        return new CheckMapping(
                "CHECK MAPPING",
                "CHECK MAPPING " + MappingArguments.SYNTAX,
                "looks on standbys for links that the opposite mapping or an object's JSON lacks, or whose objects aren't there",
                false);
    }

    static CheckMapping repair() {
        return new CheckMapping(
                "REPAIR MAPPING",
                "REPAIR MAPPING " + MappingArguments.SYNTAX + " {ADD MISSING | DELETE DANGLING}",
                "does the same, and adds the rows that the opposite mapping lacks or deletes those without an object",
                true);
    }

    @Override
    MappingTask read(AdminTokens arguments, AdminContext context) {
        MappingArguments wanted = MappingArguments.read(arguments, context);
        Repair repair = repairs ? repair(arguments, wanted) : Repair.NONE;
        arguments.end();
        return new MappingTask(wanted.keyspace(), wanted.table(), wanted.opposite(), wanted.objects(), repair);
    }

    private static Repair repair(AdminTokens arguments, MappingArguments wanted) {
        if (arguments.take("ADD MISSING")) {
            if (wanted.opposite().isEmpty()) {
                throw new AdminSyntaxException("ADD MISSING adds rows to the opposite mapping: AGAINST its name");
            }
            return Repair.ADD_MISSING;
        }
        if (!arguments.take("DELETE DANGLING")) {
            throw arguments.expected("ADD MISSING or DELETE DANGLING");
        }
        if (!wanted.objects()) {
            throw new AdminSyntaxException(
                    "DELETE DANGLING deletes links of objects that aren't there: AGAINST OBJECTS");
        }
        return Repair.DELETE_DANGLING;
    }
}
