package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.mapping.MappingFaults;
import io.pinion.operations.mapping.MappingTask;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What the last check or repair of each mapping has found: how many faults of each kind, and some of them. */
final class ShowMappingFaults extends ListCommand {
    ShowMappingFaults() {
        super(
                "SHOW MAPPING FAULTS",
                "links that the last CHECK MAPPING of each mapping has found wrong: counts, and some of each kind",
                number("operation"),
                text("mapping"),
                number("links"),
                number("repaired"),
                text("fault"),
                number("found"),
                number("shard"),
                text("from"),
                text("to"),
                text("reason"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().operations().list().thenApply(operations -> {
            Map<String, Operation> last = new LinkedHashMap<>();
            for (OperationView view : operations) {
                if (view.operation().task() instanceof MappingTask task) {
                    String mapping = task.keyspace() + "." + task.table();
                    last.remove(mapping);
                    last.put(mapping, view.operation());
                }
            }
            last.forEach((mapping, operation) ->
                    MappingFaults.of(operation).ifPresent(faults -> rows(table, mapping, operation.number(), faults)));
            return table;
        });
    }

    private static void rows(AnswerTable table, String mapping, long operation, MappingFaults faults) {
        if (faults.kinds().isEmpty()) {
            table.row(operation, mapping, faults.links(), faults.repaired(), "none", 0, null, null, null, null);
        }
        for (MappingFaults.Kind kind : faults.kinds()) {
            faults.samples().stream()
                    .filter(sample -> sample.kind().equals(kind.word()))
                    .forEach(sample -> table.row(
                            operation,
                            mapping,
                            faults.links(),
                            faults.repaired(),
                            kind.word(),
                            kind.count(),
                            sample.shard(),
                            sample.from(),
                            sample.to(),
                            sample.reason()));
        }
    }
}
