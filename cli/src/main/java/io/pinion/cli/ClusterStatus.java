package io.pinion.cli;

import io.pinion.config.document.JsonFields;
import io.pinion.config.document.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer to {@code SHOW CLUSTER STATUS}.
 *
 * @param wrong what is wrong
 * @param refusals what would refuse a promotion or a move, or let it wait
 * @param facts of the summary, by name; one that the proxy doesn't know now is empty
 */
record ClusterStatus(List<StatusEntry> wrong, List<StatusEntry> refusals, Map<String, String> facts) {
    static final String STATEMENT = "SHOW CLUSTER STATUS";

    private static final Set<String> TEXTS = Set.of("cluster", "version");

    /** @param typed makes what to type at a shell of what to type at a client */
    static ClusterStatus of(Result answer, UnaryOperator<String> typed) {
        List<StatusEntry> wrong = new ArrayList<>();
        List<StatusEntry> refusals = new ArrayList<>();
        Map<String, String> facts = new LinkedHashMap<>();
        for (int row = 0; row < answer.rows().size(); row++) {
            String subject = answer.cell(row, "subject");
            String what = answer.cell(row, "what");
            String next = Stream.of(answer.cell(row, "next"), answer.cell(row, "advice"))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
            StatusEntry entry =
                    new StatusEntry(subject, List.of(what), next.isEmpty() ? List.of() : List.of(typed.apply(next)));
            switch (answer.cell(row, "level")) {
                case "Error" -> wrong.add(entry);
                case "Warning" -> refusals.add(entry);
                default -> facts.put(subject, what);
            }
        }
        return new ClusterStatus(StatusEntry.bySubject(wrong), StatusEntry.bySubject(refusals), facts);
    }

    /** {@link ExitStatus#FAILED} when something is wrong. */
    int exitStatus() {
        if (!wrong.isEmpty()) {
            return ExitStatus.FAILED;
        }
        return refusals.isEmpty() ? ExitStatus.OK : ExitStatus.WOULD_BE_REFUSED;
    }

    String fact(String name) {
        return facts.getOrDefault(name, "");
    }

    /** The facts that are known, and everything that is told, in one object. */
    String json() {
        JsonFields fields = new JsonFields();
        facts.forEach(
                (name, value) -> fields.when(!value.isEmpty(), name, TEXTS.contains(name) ? value : number(value)));
        return JsonText.of(fields.with(
                        "wrong", wrong.stream().map(ClusterStatus::fields).toList())
                .with("refusals", refusals.stream().map(ClusterStatus::fields).toList()));
    }

    private static Object number(String value) {
        try {
            return Math.round(Double.parseDouble(value));
        } catch (NumberFormatException text) {
            return value;
        }
    }

    private static JsonFields fields(StatusEntry entry) {
        return new JsonFields()
                .with("subject", entry.subject())
                .with("what", entry.what())
                .with("next", entry.next());
    }
}
