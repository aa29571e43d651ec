package io.pinion.integration.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A page of the manual that is typed. In its fenced blocks a line with a prompt is typed; what is below, up to the next prompt, an empty
 * line or the end of the block, is its answer. There, {@code …} stands for anything, and line breaks, blanks and the width of a table may be as the
 * page likes. A question is asked again until its answer is the one of the page, as a person who waits for it would.
 * A block that begins with {@code ```text} isn't played.
 */
public final class RunbookPage {
    /** Types a line, and tells what was answered. */
    @FunctionalInterface
    public interface Typist {
        String type(Prompt prompt) throws Exception;
    }

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** For what the page has no answer to yet, and which may change for a while. */
    private static final Duration NEWS_TIMEOUT = Duration.ofSeconds(4);

    private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(50);
    private static final String FENCE = "```";

    private final Typist typist;
    private final boolean update;
    private final List<String> lines = new ArrayList<>();

    private RunbookPage(Typist typist, boolean update) {
        this.typist = typist;
        this.update = update;
    }

    /** Ends at the first answer that differs; with {@code -Dcases.update} writes the answers into the page. */
    public static void play(Path file, Typist typist) throws Exception {
        boolean update = Boolean.getBoolean("cases.update");
        String page = Files.readString(file);
        String played = new RunbookPage(typist, update).play(page);
        if (update) {
            Files.writeString(file, played);
        }
    }

    private String play(String page) throws Exception {
        List<String> all = List.of(page.split("\n", -1));
        boolean fenced = false;
        boolean played = false;
        for (int i = 0; i < all.size(); i++) {
            String line = all.get(i);
            lines.add(line);
            if (line.strip().startsWith(FENCE)) {
                fenced = !fenced;
                played = fenced && line.strip().equals(FENCE);
            }
            Optional<Prompt> prompt = played ? Prompt.of(line.strip()) : Optional.empty();
            if (prompt.isPresent()) {
                List<String> expected = answer(all.subList(i + 1, all.size()));
                i += expected.size();
                String indent = line.substring(0, line.indexOf(line.strip()));
                lines.addAll(type(prompt.get(), indent, expected));
            }
        }
        return String.join("\n", lines);
    }

    private static List<String> answer(List<String> below) {
        return below.stream()
                .takeWhile(line -> !line.isBlank()
                        && !line.strip().startsWith(FENCE)
                        && Prompt.of(line.strip()).isEmpty())
                .toList();
    }

    private List<String> type(Prompt prompt, String indent, List<String> expected) throws Exception {
        Instant end = Instant.now().plus(update && expected.isEmpty() ? NEWS_TIMEOUT : TIMEOUT);
        while (true) {
            String answer = typist.type(prompt);
            if (matches(expected, answer)) {
                return expected;
            }
            if (!prompt.isQuestion() || Instant.now().isAfter(end)) {
                return different(prompt, indent, expected, answer);
            }
            Thread.sleep(BETWEEN_QUESTIONS);
        }
    }

    private List<String> different(Prompt prompt, String indent, List<String> expected, String answer)
            throws IOException {
        if (!update) {
            assertThat(answer)
                    .as("the answer to what the page has typed: %s", prompt.typed())
                    .isEqualTo(String.join("\n", expected));
        }
        return answer.lines().map(line -> (indent + line).stripTrailing()).toList();
    }

    private static boolean matches(List<String> expected, String answer) {
        StringBuilder pattern = new StringBuilder();
        for (String part : oneLine(String.join(" ", expected)).split("…", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL)
                .matcher(oneLine(answer))
                .matches();
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ").replaceAll("-{3,}", "---");
    }
}
