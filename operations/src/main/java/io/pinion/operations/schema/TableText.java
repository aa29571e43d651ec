package io.pinion.operations.schema;

import io.pinion.operations.server.sql.TableTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of {@code SHOW CREATE TABLE} without the parts that may differ between equal shards. */
final class TableText {
    /** The text for a table that a shard doesn't have. */
    static final String ABSENT = "";

    /** The bounds of a queue's partitions, which each shard gets and loses for itself. */
    private static final Pattern QUEUE_PARTITIONS =
            Pattern.compile("(\n[^\n]*PARTITION BY RANGE  COLUMNS\\([^\n]*)\n.*p_CATCHALL.*", Pattern.DOTALL);

    private static final Pattern COLUMN = Pattern.compile("`((?:[^`]|``)++)` .*", Pattern.DOTALL);
    private static final Pattern KEY =
            Pattern.compile("(?:(?:UNIQUE|FULLTEXT|SPATIAL) )?KEY `((?:[^`]|``)++)`.*", Pattern.DOTALL);
    private static final Pattern CONSTRAINT = Pattern.compile("CONSTRAINT `((?:[^`]|``)++)`.*", Pattern.DOTALL);

    private TableText() {}

    /** @param database the shard's database, which a definition may name */
    static String normalised(String definition, String database) {
        return TableTexts.withoutNextNumber(definition).replace("`" + database + "`.", "");
    }

    /** The part of a definition that shards have alike. */
    static String alike(String definition) {
        return QUEUE_PARTITIONS.matcher(definition).replaceFirst("$1");
    }

    /** The differences between two definitions, each in words; empty when they are equal. */
    static List<String> differences(String onReference, String onOther) {
        String wanted = alike(onReference);
        String found = alike(onOther);
        if (wanted.equals(found)) {
            return List.of();
        }
        if (wanted.equals(ABSENT) || found.equals(ABSENT)) {
            return List.of(found.equals(ABSENT) ? "has no such table" : "has a table that the reference lacks");
        }
        Map<String, String> reference = parts(wanted);
        Map<String, String> other = parts(found);
        List<String> differences = new ArrayList<>();
        reference.forEach((name, text) -> {
            String there = other.get(name);
            if (there == null) {
                differences.add("lacks " + name);
            } else if (!there.equals(text)) {
                differences.add(name + " is " + there + ", the reference has " + text);
            }
        });
        other.keySet().stream()
                .filter(name -> !reference.containsKey(name))
                .forEach(name -> differences.add("has " + name + " more"));
        if (differences.isEmpty()) {
            differences.add("the order of its columns or keys is another");
        }
        return differences;
    }

    /** The lines of a definition, by the column, key or constraint that each defines. */
    private static Map<String, String> parts(String definition) {
        Map<String, String> parts = new LinkedHashMap<>();
        String[] lines = definition.split("\n", -1);
        StringBuilder options = new StringBuilder();
        boolean inside = true;
        for (int i = 1; i < lines.length; i++) {
            inside = inside && !lines[i].startsWith(")");
            String line = lines[i].strip();
            if (!inside) {
                options.append(options.isEmpty() ? "" : " ").append(line);
                continue;
            }
            String text = line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
            parts.put(name(text), text);
        }
        parts.put("options", options.toString());
        return parts;
    }

    private static String name(String line) {
        Matcher column = COLUMN.matcher(line);
        if (column.matches()) {
            return "column " + column.group(1);
        }
        Matcher key = KEY.matcher(line);
        if (key.matches()) {
            return "index " + key.group(1);
        }
        Matcher constraint = CONSTRAINT.matcher(line);
        if (constraint.matches()) {
            return "constraint " + constraint.group(1);
        }
        return line.startsWith("PRIMARY KEY") ? "the primary key" : line;
    }
}
