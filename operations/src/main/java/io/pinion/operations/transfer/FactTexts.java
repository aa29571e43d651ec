package io.pinion.operations.transfer;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Several texts in one fact of the journal. */
final class FactTexts {
    private FactTexts() {}

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
