package io.pinion.operations.rekey;

import io.pinion.operations.engine.BackgroundTasks;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.UserStatements;
import io.pinion.operations.statement.LogicalTableName;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.List;

/** Changes keys of many rows for operators who ask, each with the rights of the user who asks. Thread-safe. */
public final class Rekeyings extends BackgroundTasks<RekeyTask> {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(statement(
                    "REKEY TABLE keyspace.table SET key = expression [WHERE condition]",
                    "gives rows of a hashed table other keys, each in a transaction, while clients read and write",
                    Rekeyings::task)),
            (services, exports, users) -> new Rekeyings(services, users));

    public Rekeyings(OperationServices services, UserStatements statements) {
        super(RekeyTask.class, new RekeyWorkflow(services, statements), services);
    }

    private static RekeyTask task(StatementArguments arguments, StatementContext context) {
        SqlModeFlags rules = context.session().sqlMode();
        if (rules.ansiQuotes()
                || rules.noBackslashEscapes()
                || rules.pipesAsConcat()
                || !rules.unknownMode().isEmpty()) {
            throw new SyntaxRefused("quotes and || would mean another thing to the operation than under this"
                    + " session's sql_mode: SET sql_mode = DEFAULT first");
        }
        LogicalTableName table = LogicalTableName.of(arguments, context);
        return new RekeyTask(
                table.keyspace(),
                table.table(),
                arguments.text("key"),
                arguments.text("expression"),
                arguments.optional("condition").orElse(""));
    }
}
