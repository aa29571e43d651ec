package io.pinion.integration.runbook;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Takes out of answers what is different each time: machines get addresses as in a data centre, and times, durations, positions and
 * connections always the same ones.
 */
final class Uniform {
    private static final List<Varying> VARYING = List.of(
            new Varying("\\b(\\d{1,3}-\\d{1,3})-\\d+\\b", "$1-42"),
            new Varying("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "2026-01-01T08:00:00Z"),
            // A server tells the port elsewhere.
            new Varying("(@(10[.\\d]+):3306'.*? on )'127\\.0\\.0\\.1'", "$1'$2'"),
            new Varying("> \\d+(\\.\\d+)? s\\b", "> 3 s"),
            new Varying("^\\d+(\\.\\d+)? ms$", "0.4 ms"),
            new Varying("\\bpause of \\d+ ms\\b", "pause of 42 ms"),
            new Varying("\\bconnection \\d+\\b", "connection 57"),
            new Varying("\\b(open|idle) for \\d+ s\\b", "$1 for 4 s"),
            new Varying(" --port \\d+", ""));

    private static final Map<String, String> COLUMNS = Map.of(
            "pause_ms", "42",
            "ended_connections", "12",
            "connections", "12",
            "seconds", "3",
            "File_size", "1048576",
            "queries_per_second", "1217.0");

    private final Map<String, String> names = new LinkedHashMap<>();

    /** @param shown what stands in pages for what is really {@code real} */
    void name(String real, String shown) {
        names.put(real, shown);
    }

    String cell(String column, String value) {
        return COLUMNS.containsKey(column) ? COLUMNS.get(column) : text(value);
    }

    String text(String answer) {
        String text = answer;
        for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace(name.getKey(), name.getValue());
        }
        for (Varying varying : VARYING) {
            text = varying.what.matcher(text).replaceAll(varying.instead);
        }
        return text;
    }

    private record Varying(Pattern what, String instead) {
        Varying(String what, String instead) {
            this(Pattern.compile(what), instead);
        }
    }

    /** What the page types, as it must really be typed. */
    String typed(String line) {
        String typed = line;
        for (Map.Entry<String, String> name : names.entrySet()) {
            typed = typed.replace(name.getValue(), name.getKey());
        }
        return typed;
    }
}
