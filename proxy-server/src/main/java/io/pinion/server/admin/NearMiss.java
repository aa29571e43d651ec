package io.pinion.server.admin;

import io.pinion.routing.text.EditDistance;
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
        return EditDistance.of(String.join(" ", said.subList(0, Math.min(words, said.size()))), command.name());
    }
}
