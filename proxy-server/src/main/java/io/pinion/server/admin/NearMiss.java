package io.pinion.server.admin;

import io.pinion.routing.text.EditDistance;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Guesses the command that a misspelt admin statement means. */
final class NearMiss {
    /** One mistake is allowed for this many letters, and none in a shorter word. */
    private static final int LETTERS_PER_MISTAKE = 2;

    /** More mistakes than this are no typing error. */
    private static final int MAX_MISTAKES = 2;

    /** Of more commands with the same first word, HELP tells. */
    private static final int MOST_NAMED = 4;

    private NearMiss() {}

    /** An advice of one sentence for an error message. */
    static String advice(String opening, List<AdminCommand> commands) {
        return commands.stream()
                .filter(command -> distance(opening, command) <= mistakesAllowed(command))
                .min(Comparator.comparingInt(command -> distance(opening, command)))
                .map(AdminCommand::name)
                .or(() -> beginningAlike(opening, commands))
                .map(meant -> "Did you mean " + meant + "? HELP PINION lists the commands")
                .orElse("HELP PINION lists the commands");
    }

    /** The few commands that begin with as many of these words as any does, or whose first word is one but for a slip. */
    private static Optional<String> beginningAlike(String opening, List<AdminCommand> commands) {
        List<String> all = commands.stream().map(AdminCommand::name).toList();
        int most =
                all.stream().mapToInt(name -> wordsAlike(opening, name)).max().orElse(0);
        List<String> names = all.stream()
                .filter(name -> most > 0
                        ? wordsAlike(opening, name) == most
                        : EditDistance.isSlip(opening.split(" ")[0], name.split(" ")[0]))
                .toList();
        return names.isEmpty() || names.size() > MOST_NAMED
                ? Optional.empty()
                : Optional.of(String.join(" or ", names));
    }

    private static int wordsAlike(String opening, String name) {
        int differs = Arrays.mismatch(opening.split(" "), name.split(" "));
        return differs < 0 ? name.split(" ").length : differs;
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
