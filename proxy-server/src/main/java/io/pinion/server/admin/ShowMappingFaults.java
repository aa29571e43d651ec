package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.mapping.MappingFaults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What the last check or repair and the watch of each mapping have found: how many faults of each kind, and some of them. */
final class ShowMappingFaults extends ListCommand {
    ShowMappingFaults() {
        super(
                "SHOW MAPPING FAULTS",
                "links that the last CHECK MAPPING and the watch of each mapping have found wrong: counts, and some of each kind",
                number("operation"),
                text("mapping"),
                text("shards"),
                number("links"),
                number("repaired"),
                text("fault"),
                number("found"),
                number("shard"),
                text("from"),
                text("to"),
                text("reason"));
    }

    /** The last looks at a mapping. */
    private record Last(long operation, List<MappingFaults.Look> looks) {}

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().operations().list().thenApply(operations -> {
            Map<String, Last> last = new LinkedHashMap<>();
            for (OperationView view : operations) {
                List<MappingFaults.Look> looks = MappingFaults.of(view.operation());
                if (!looks.isEmpty()) {
                    MappingFaults.Look look = looks.getFirst();
                    String kind = look.mapping() + (look.watched() ? " watched" : "");
                    last.remove(kind);
                    last.put(kind, new Last(view.operation().number(), looks));
                }
            }
            last.values().forEach(one -> one.looks().forEach(look -> rows(table, one.operation(), look)));
            return table;
        });
    }

    private static void rows(AnswerTable table, long operation, MappingFaults.Look look) {
        MappingFaults faults = look.faults();
        if (faults.kinds().isEmpty()) {
            table.row(
                    operation,
                    look.mapping(),
                    look.shards(),
                    faults.links(),
                    faults.repaired(),
                    "none",
                    0,
                    null,
                    null,
                    null,
                    null);
        }
        for (MappingFaults.Kind kind : faults.kinds()) {
            faults.samples().stream()
                    .filter(sample -> sample.kind().equals(kind.word()))
                    .forEach(sample -> table.row(
                            operation,
                            look.mapping(),
                            look.shards(),
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
