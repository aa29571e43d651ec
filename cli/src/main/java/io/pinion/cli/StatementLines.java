package io.pinion.cli;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementTokens;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.server.admin.AdminCommand;
import io.pinion.server.admin.AdminCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The syntax lines of the admin statements that a proxy has. */
record StatementLines(List<SyntaxLine> lines) {
    private static final int LONGEST_OPENING = 8;

    /** Made for the first that asks: the commands are made of them in each run. */
    private static final class BuiltIn {
        static final AdminCommands COMMANDS = new AdminCommands();
        static final StatementLines LINES = new StatementLines(COMMANDS.all().stream()
                .flatMap(command -> command.lines().stream())
                .toList());
    }

    /** Those of this version. */
    static StatementLines builtIn() {
        return BuiltIn.LINES;
    }

    /** The statements of this version. */
    static List<AdminCommand> statements() {
        return BuiltIn.COMMANDS.all();
    }

    /**
     * Those of a proxy, which may be older or newer. A line that both have is read as this version reads it, since help has
     * names for some parts; one whose notation this version doesn't know is left out.
     *
     * @param help the proxy's answer to {@code HELP PINION}
     */
    StatementLines of(Result help) {
        Map<String, List<SyntaxLine>> known = lines.stream().collect(Collectors.groupingBy(SyntaxLine::text));
        List<SyntaxLine> theirs = new ArrayList<>();
        IntStream.range(0, help.rows().size())
                .mapToObj(row -> help.cell(row, "command"))
                .forEach(text -> {
                    if (known.containsKey(text)) {
                        theirs.addAll(known.get(text));
                    } else {
                        try {
                            theirs.add(SyntaxLine.of(text));
                        } catch (IllegalArgumentException e) {
                            // A newer notation.
                        }
                    }
                });
        return new StatementLines(theirs);
    }

    /** Whether one of them begins with these words, and not only with the first of them. */
    boolean mayRead(List<String> words) {
        String opening = opening(words);
        return lines.stream().anyMatch(line -> line.begins(opening) > 0);
    }

    private static String opening(List<String> words) {
        return StatementTokens.ofWords(words, false).opening(LONGEST_OPENING);
    }

    /**
     * Reads the words of a command line, each a value or a piece of a statement.
     *
     * @throws SyntaxRefused with the place, and what was expected there
     */
    StatementArguments read(List<String> words) {
        List<SyntaxLine> candidates = candidates(words);
        if (candidates.isEmpty()) {
            throw new SyntaxRefused("no statement begins with " + words.getFirst());
        }
        try {
            return read(candidates, StatementTokens.ofWords(words, false));
        } catch (SyntaxRefused refused) {
            try {
                return read(candidates, StatementTokens.ofWords(words, true));
            } catch (SyntaxRefused neither) {
                throw refused;
            }
        }
    }

    /** @throws SyntaxRefused with the place, and what was expected there */
    StatementArguments readText(String sql) {
        return read(candidates(List.of(sql.split(" "))), StatementTokens.of(sql));
    }

    private static StatementArguments read(List<SyntaxLine> candidates, StatementTokens statement) {
        return SyntaxLine.read(candidates, statement, label -> List.of());
    }

    /** The lines that begin with the most of the words; those that begin with the first of them, if none fits. */
    private List<SyntaxLine> candidates(List<String> words) {
        String opening = opening(words);
        int most = lines.stream().mapToInt(line -> line.begins(opening)).max().orElse(0);
        if (most > 0) {
            return lines.stream().filter(line -> line.begins(opening) == most).toList();
        }
        String first = opening.split(" ")[0] + " ";
        return lines.stream()
                .filter(line -> (line.openings().getFirst() + " ").startsWith(first))
                .toList();
    }
}
