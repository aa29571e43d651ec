package io.pinion.cli;

import io.pinion.routing.text.EditDistance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a proxy can show.
 *
 * @param names the words behind SHOW of each statement, in lower case
 */
record ShowStatements(List<String> names) {
    private static final Pattern NAME = Pattern.compile("SHOW ([A-Z]+(?: [A-Z]+)*)(?: .*)?");

    /** One letter in three may be wrong, as in {@code topologie}. */
    private static final int LETTERS_PER_MISTAKE = 3;

    /** @param help the answer to {@code HELP PINION} */
    static ShowStatements of(Result help) {
        List<String> names = new ArrayList<>();
        for (int row = 0; row < help.rows().size(); row++) {
            Matcher show = NAME.matcher(help.cell(row, "command"));
            if (show.matches()) {
                names.add(show.group(1).toLowerCase(Locale.ROOT));
            }
        }
        return new ShowStatements(names.stream().sorted().toList());
    }

    private static String words(String sql) {
        return sql.substring("SHOW ".length()).strip().toLowerCase(Locale.ROOT);
    }

    /** Whether the statement begins as one of them does. */
    boolean has(String sql) {
        String words = words(sql) + " ";
        return names.stream().anyMatch(name -> words.startsWith(name + " "));
    }

    /** The failure of a statement that is none of them. */
    String refusal(String sql) {
        String words = words(sql);
        String meant = names.stream()
                .filter(name -> distance(words, name) <= name.length() / LETTERS_PER_MISTAKE)
                .min(Comparator.comparingInt(name -> distance(words, name)))
                .map(name -> ": did you mean " + name + "?")
                .orElse(".");
        return "there is no '" + words + "' to show" + meant + " There are " + String.join(", ", names)
                + ", and what servers show";
    }

    private static int distance(String words, String name) {
        int count = name.split(" ").length;
        List<String> said = List.of(words.split(" "));
        return EditDistance.of(String.join(" ", said.subList(0, Math.min(count, said.size()))), name);
    }
}
