package io.pinion.cli;

import io.pinion.operations.statement.SyntaxLine;
import io.pinion.server.admin.AdminCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The admin statements as commands: one for each word that some begin with, with those of the next word below it. */
final class StatementTree {
    private static final String OPTIONS = " [--option …]";

    private final CommandLine root;

    private StatementTree(CommandLine root) {
        this.root = root;
    }

    /** Adds the statements of this version; what has a command of its own name keeps it. */
    static void addTo(CommandLine root) {
        StatementTree tree = new StatementTree(root);
        List<String> own = List.copyOf(root.getSubcommands().keySet());
        StatementLines.statements().forEach(tree::add);
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> commands(help, own));
    }

    private void add(AdminCommand statement) {
        for (SyntaxLine line : statement.lines()) {
            for (String opening : line.openings()) {
                if (opening.indexOf('\'') < 0) {
                    boolean usual = opening.equals(statement.name());
                    add(List.of(opening.toLowerCase(Locale.ROOT).split(" ")), statement, usual);
                }
            }
        }
    }

    /** @param usual whether the statement is usually written so; other ways aren't in lists */
    private void add(List<String> words, AdminCommand statement, boolean usual) {
        CommandLine parent = root;
        for (int last = 0; last < words.size(); last++) {
            String word = words.get(last);
            boolean whole = last == words.size() - 1;
            CommandLine known = parent.getSubcommands().get(word);
            if (known == null) {
                known = node(words.subList(0, last + 1), whole ? Optional.of(statement) : Optional.empty());
                known.getCommandSpec().usageMessage().hidden(!usual);
                parent.addSubcommand(word, known);
            }
            parent = known;
        }
    }

    private static CommandLine node(List<String> words, Optional<AdminCommand> statement) {
        StatementCommand command = new StatementCommand(words, statement);
        CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(words.getLast());
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel("WORD")
                .description("The words behind it.")
                .hidden(true)
                .completionCandidates(statement.map(StatementTree::next).orElse(List.of()))
                .setter(new CommandLine.Model.ISetter() {
                    @Override
                    @SuppressWarnings("unchecked")
                    public <T> T set(T value) {
                        command.words(value == null ? List.of() : (List<String>) value);
                        return value;
                    }
                })
                .build());
        boolean secret =
                statement.filter(known -> known.syntax().contains("'password'")).isPresent();
        if (statement.isEmpty()
                || secret
                || statement.get().isAudited()
                || words.equals(List.of("show", "operations"))) {
            spec.addMixin("statement", CommandSpec.forAnnotatedObject(command.options));
        }
        statement.ifPresentOrElse(known -> describe(spec, known), () -> describe(spec, words));
        CommandLine node = new CommandLine(spec);
        if (statement.isEmpty()) {
            node.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, StatementTree::statements);
        }
        return node;
    }

    private static void describe(CommandSpec spec, AdminCommand statement) {
        String purpose = statement.purpose();
        spec.usageMessage()
                .customSynopsis(statement.lines().stream()
                        .map(line -> "pinion " + escaped(line.shell()) + OPTIONS)
                        .toArray(String[]::new))
                .description(escaped(purpose.substring(0, 1).toUpperCase(Locale.ROOT) + purpose.substring(1) + "."));
    }

    private static void describe(CommandSpec spec, List<String> words) {
        String said = String.join(" ", words);
        spec.usageMessage()
                .customSynopsis("pinion " + said + " WORD …" + OPTIONS)
                .synopsisSubcommandLabel("WORD")
                .description("Statements that begin with " + said + ".")
                .commandListHeading("Statements:%n");
    }

    private static List<String> next(AdminCommand statement) {
        return new ArrayList<>(statement.lines().stream()
                .flatMap(line -> line.furtherWords().stream())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static String escaped(String text) {
        return text.replace("%", "%%");
    }

    /** The commands with their descriptions, and the first words of statements. */
    private static String commands(Help help, List<String> own) {
        Map<String, Help> described = new LinkedHashMap<>(help.subcommands());
        described.keySet().retainAll(own);
        TreeSet<String> words = new TreeSet<>(help.subcommands().keySet());
        words.removeAll(own);
        return help.commandList(described) + "Statements of operators, said to a running proxy, by their first word:\n"
                + table(help, Map.of("", String.join(", ", words)));
    }

    /** The statements below some words, each whole. */
    private static String statements(Help help) {
        Map<String, String> purposes = new LinkedHashMap<>();
        collect(help.commandSpec().commandLine(), "", purposes);
        return table(help, purposes);
    }

    private static void collect(CommandLine node, String words, Map<String, String> into) {
        CommandSpec spec = node.getCommandSpec();
        if (node.getSubcommands().isEmpty() || ((StatementCommand) spec.userObject()).isStatement()) {
            into.put(words, String.join(" ", spec.usageMessage().description()));
        }
        node.getSubcommands().forEach((word, below) -> {
            if (!below.getCommandSpec().usageMessage().hidden()) {
                collect(below, (words + " " + word).strip(), into);
            }
        });
    }

    private static String table(Help help, Map<String, String> rows) {
        return help.createTextTable(rows).toString();
    }
}
