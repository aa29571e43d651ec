package io.pinion.routing.planner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of routing cases: a title, perhaps settings of the session, a statement, {@code ---}, the plan, an empty line.
 *
 * <pre>
 * # an id finds its shard
 * use: pinterest
 * SELECT data FROM pins WHERE id = 241294492511762325
 * ---
 * single shard MySQL002 db03429
 * </pre>
 */
record Cases(Path file, String preface, List<Case> cases) {

    /**
     * @param settings lines {@code key: value} between the title and the statement
     * @param sql may have several lines
     */
    record Case(String title, List<String> settings, String sql, String plan) {
        /** What a setting of this name says; null without one. */
        @Nullable
        String setting(String name) {
            for (String setting : settings) {
                if (setting.startsWith(name + ": ")) {
                    return setting.substring(name.length() + 2).strip();
                }
            }
            return null;
        }

        Case withPlan(String actual) {
            return new Case(title, settings, sql, actual);
        }
    }

    static Cases read(Path file) throws IOException {
        List<Case> cases = new ArrayList<>();
        StringBuilder preface = new StringBuilder();
        String text = Files.readString(file).replace("\r\n", "\n");
        for (String block : text.split("\n(?=# )|^(?=# )")) {
            if (block.startsWith("# ")) {
                cases.add(parse(block));
            } else {
                preface.append(block);
            }
        }
        return new Cases(file, preface.toString(), cases);
    }

    private static Case parse(String block) {
        String[] halves = block.split("\n---\n?", 2);
        List<String> head = new ArrayList<>(List.of(halves[0].split("\n")));
        String title = head.remove(0).substring(2);
        List<String> settings = new ArrayList<>();
        while (!head.isEmpty() && head.get(0).matches("[a-z]+: .*")) {
            settings.add(head.remove(0));
        }
        return new Case(title, settings, String.join("\n", head).strip(), halves.length > 1 ? halves[1].strip() : "");
    }

    void write(List<Case> updated) throws IOException {
        StringBuilder text = new StringBuilder(preface);
        for (Case next : updated) {
            text.append("# ").append(next.title()).append('\n');
            next.settings().forEach(setting -> text.append(setting).append('\n'));
            text.append(next.sql()).append("\n---\n").append(next.plan()).append("\n\n");
        }
        Files.writeString(file, text.toString().stripTrailing() + "\n");
    }
}
