package io.pinion.server.admin;

import io.pinion.operations.mapping.MappingTask;
import io.pinion.operations.mapping.MappingTask.Repair;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;

/** {@code CHECK MAPPING} and {@code REPAIR MAPPING}: the links that only one end knows, or whose objects are gone. */
final class CheckMapping extends BegunCommand {
    private final boolean repairs;

    private CheckMapping(String syntax, String purpose, boolean repairs) {
        super(syntax, purpose);
        this.repairs = repairs;
    }

    static CheckMapping check() {
        return new CheckMapping(
                "CHECK MAPPING " + MappingArguments.SYNTAX,
                "looks on standbys for links that the opposite mapping or an object's JSON lacks, or whose objects aren't there",
                false);
    }

    static CheckMapping repair() {
        return new CheckMapping(
                "REPAIR MAPPING " + MappingArguments.SYNTAX + " {ADD MISSING | DELETE DANGLING}",
                "does the same, and adds the rows that the opposite mapping lacks or deletes those without an object",
                true);
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return arguments.has("DELETE DANGLING");
    }

    @Override
    MappingTask read(StatementArguments arguments, AdminContext context) {
        MappingArguments wanted = MappingArguments.of(arguments, context);
        Repair repair = repairs ? repair(arguments, wanted) : Repair.NONE;
        return new MappingTask(wanted.keyspace(), wanted.table(), wanted.opposite(), wanted.objects(), repair);
    }

    private static Repair repair(StatementArguments arguments, MappingArguments wanted) {
        if (arguments.has("ADD MISSING")) {
            if (wanted.opposite().isEmpty()) {
                throw new SyntaxRefused("ADD MISSING adds rows to the opposite mapping: AGAINST its name");
            }
            return Repair.ADD_MISSING;
        }
        if (!wanted.objects()) {
            throw new SyntaxRefused("DELETE DANGLING deletes links of objects that aren't there: AGAINST OBJECTS");
        }
        return Repair.DELETE_DANGLING;
    }
}
