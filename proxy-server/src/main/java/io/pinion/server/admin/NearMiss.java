package io.pinion.server.admin;

import java.util.Comparator;
import java.util.List;

/** Guesses the command that a misspelt admin statement means. */
final class NearMiss {
    /** One mistake is allowed for this many letters, so none in a shorter word. */
    private static final int LETTERS_PER_MISTAKE = 3;

    /** More mistakes than this are no typing error. */
    private static final int MAX_MISTAKES = 2;

    private NearMiss() {}

    /** An advice of one sentence for an error message. */
    static String advice(String opening, List<AdminCommand> commands) {
        return commands.stream()
                .filter(command -> distance(opening, command) <= mistakesAllowed(command))
                .min(Comparator.comparingInt(command -> distance(opening, command)))
                .map(command -> "Did you mean " + command.name() + "? HELP PINION lists the commands")
                .orElse("HELP PINION lists the commands");
    }

    /** Depends on the last word alone, because the first is mostly SHOW. */
    private static int mistakesAllowed(AdminCommand command) {
        String lastWord = command.name().substring(command.name().lastIndexOf(' ') + 1);
        return Math.min(MAX_MISTAKES, lastWord.length() / LETTERS_PER_MISTAKE);
    }

    private static int distance(String opening, AdminCommand command) {
        int words = command.name().split(" ").length;
        List<String> said = List.of(opening.split(" "));
        return distance(String.join(" ", said.subList(0, Math.min(words, said.size()))), command.name());
    }

    /** The number of letters to insert, remove or replace (Levenshtein). Both texts are a few words long. */
    private static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
