package io.pinion.integration.soak;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** What an answer must be; anything else is the worst that a proxy can do. */
final class Expect {
    private static final int SHOWN = 200;

    private Expect() {}

    static Consumer<Answer> row(String... cells) {
        List<String> expected = Arrays.asList(cells);
        return answer -> {
            if (!(answer instanceof Answer.Rows(var rows))
                    || rows.size() != 1
                    || !rows.get(0).equals(expected)) {
                throw wrong(List.of(expected), answer);
            }
        };
    }

    static Consumer<Answer> affected(long rows) {
        return answer -> {
            if (!(answer instanceof Answer.Done done) || done.affectedRows() != rows) {
                throw wrong(rows + " rows affected", answer);
            }
        };
    }

    static Consumer<Answer> done() {
        return answer -> {
            if (!(answer instanceof Answer.Done)) {
                throw wrong("OK", answer);
            }
        };
    }

    static Consumer<Answer> error(int code) {
        return answer -> {
            if (!(answer instanceof Answer.Failed failed) || failed.code() != code) {
                throw wrong("error " + code, answer);
            }
        };
    }

    private static AssertionError wrong(Object expected, Answer answer) {
        return new AssertionError("expected " + shorten(expected) + " but got " + shorten(answer));
    }

    private static String shorten(Object value) {
        String text = value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "… (" + text.length() + " characters)";
    }
}
