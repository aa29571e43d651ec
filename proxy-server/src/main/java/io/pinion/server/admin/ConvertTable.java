package io.pinion.server.admin;

import io.pinion.operations.queue.conversion.QueueConversion;
import io.pinion.operations.statement.StatementArguments;

/** {@code CONVERT TABLE}: a table that is there becomes a queue while clients use it. */
final class ConvertTable extends BegunCommand {
    ConvertTable() {
        super(
                "CONVERT TABLE keyspace.table AS 'declaration'",
                "copies a table into the partitions of a queue (queue=… states=…), compares every row and takes its place, while"
                        + " clients go on");
    }

    @Override
    QueueConversion read(StatementArguments arguments, AdminContext context) {
        DeclarationArguments wanted = DeclarationArguments.of(arguments, context);
        LogicalTableName table = wanted.table();
        return QueueConversion.asked(table.keyspace(), table.table(), wanted.as());
    }
}
