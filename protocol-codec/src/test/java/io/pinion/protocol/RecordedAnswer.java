package io.pinion.protocol;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Expecting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a real server sent, from the files in {@code packets}. */
public record RecordedAnswer(String title, String kind, Capabilities agreed, byte[] bytes) {

    /** All answers to commands, of both servers. */
    public static List<RecordedAnswer> answers() {
        return all().stream().filter(RecordedAnswer::isAnswer).toList();
    }

    /** What was recorded of this kind, such as {@code GREETING}, {@code LOGIN} or {@code AUTHENTICATION}. */
    public static List<RecordedAnswer> ofKind(String kind) {
        return all().stream().filter(recorded -> recorded.kind.equals(kind)).toList();
    }

    public static RecordedAnswer named(String title) {
        return all().stream()
                .filter(recorded -> recorded.title.equals(title))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing recorded is called " + title));
    }

    public Expecting expecting() {
        return Expecting.valueOf(kind);
    }

    private boolean isAnswer() {
        return !kind.equals("GREETING") && !kind.equals("LOGIN") && !kind.equals("AUTHENTICATION");
    }

    /** So that a test's name in a report is short. */
    @Override
    public String toString() {
        return title;
    }

    private static List<RecordedAnswer> all() {
        List<RecordedAnswer> all = new ArrayList<>();
        for (String file : List.of("mysql-9.7.txt", "mariadb-11.4.txt")) {
            String[] parts = text(file).split("=== ", -1);
            for (int i = 1; i < parts.length; i++) {
                all.add(parse(parts[i]));
            }
        }
        return all;
    }

    private static RecordedAnswer parse(String part) {
        String[] lines = part.split("\n", 3);
        String[] expectation = lines[1].split(" ", -1);
        return new RecordedAnswer(
                lines[0], expectation[0], new Capabilities(Long.decode(expectation[1])), Hex.bytes(lines[2]));
    }

    private static String text(String file) {
        try (InputStream in = RecordedAnswer.class.getResourceAsStream("/packets/" + file)) {
            if (in == null) {
                throw new AssertionError(file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
