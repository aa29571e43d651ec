package io.pinion.server.admin;

import io.pinion.operations.control.OperationControl;
import io.pinion.operations.queue.conversion.QueueConversion;

/** {@code CONVERT TABLE}: a table that is there becomes a queue while clients use it. */
final class ConvertTable extends BegunCommand<QueueConversion> {
    ConvertTable() {
        super(
                "CONVERT TABLE",
                "CONVERT TABLE keyspace.table AS 'declaration', with queue=… states=…",
                "copies a table into the partitions of a queue, compares every row and takes its place, while clients go on",
                OperationControl::conversions);
    }

    @Override
    QueueConversion read(AdminTokens arguments, AdminContext context) {
        DeclarationArguments wanted = DeclarationArguments.read(arguments, context);
        LogicalTableName table = wanted.table();
        return QueueConversion.asked(table.keyspace(), table.table(), wanted.as());
    }
}
