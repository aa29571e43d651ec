package io.pinion.operations.transfer;

import io.pinion.operations.journal.Progress;
import io.pinion.operations.transfer.rows.CarriedKey;
import io.pinion.operations.transfer.rows.RejectedRow;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows that an import can't carry, as the journal has them. */
public final class RejectedRowsFact {
    private static final String NAME = "rejected";
    private static final String BETWEEN = " ";

    private RejectedRowsFact() {}

    public static Progress with(Progress progress, List<RejectedRow> rows) {
        String text = rows.stream().map(RejectedRowsFact::text).collect(Collectors.joining(BETWEEN));
        return text.equals(progress.facts().getOrDefault(NAME, "")) ? progress : progress.withFact(NAME, text);
    }

    private static String text(RejectedRow row) {
        List<String> texts = new ArrayList<>(List.of(row.row().table(), row.why()));
        texts.addAll(row.row().key());
        return joined(texts);
    }

    /** In the order in which they were found. */
    public static List<RejectedRow> of(Progress progress) {
        return Stream.of(progress.facts().getOrDefault(NAME, "").split(BETWEEN))
                .filter(text -> !text.isEmpty())
                .map(RejectedRowsFact::row)
                .toList();
    }

    private static RejectedRow row(String text) {
        List<String> texts = parts(text);
        return new RejectedRow(new CarriedKey(texts.getFirst(), texts.subList(2, texts.size())), texts.get(1));
    }

    // --- several texts in one fact

    /** @param texts none of them empty */
    static String joined(List<String> texts) {
        return texts.stream()
                .map(text -> URLEncoder.encode(text, StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
    }

    static List<String> parts(String fact) {
        return Stream.of(fact.split(","))
                .filter(text -> !text.isEmpty())
                .map(text -> URLDecoder.decode(text, StandardCharsets.UTF_8))
                .toList();
    }
}
