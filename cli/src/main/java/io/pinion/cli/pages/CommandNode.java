package io.pinion.cli.pages;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command of the tree.
 *
 * @param path the words behind {@code pinion}; none for the root
 */
record CommandNode(CommandLine command, List<String> path) {
    CommandNode {
        path = List.copyOf(path);
    }

    /** The root and all below it, each before its children. */
    static List<CommandNode> all(CommandLine root) {
        List<CommandNode> nodes = new ArrayList<>();
        collect(root, List.of(), nodes);
        return nodes;
    }

    private static void collect(CommandLine command, List<String> path, List<CommandNode> into) {
        into.add(new CommandNode(command, path));
        command.getSubcommands().forEach((name, child) -> collect(child, below(path, name), into));
    }

    private static List<String> below(List<String> path, String name) {
        List<String> words = new ArrayList<>(path);
        words.add(name);
        return words;
    }

    List<CommandNode> children() {
        return command.getSubcommands().entrySet().stream()
                .map(child -> new CommandNode(child.getValue(), below(path, child.getKey())))
                .toList();
    }

    /** The path with {@code between} between its words. */
    String name(String between) {
        return String.join(between, path);
    }

    List<OptionSpec> options() {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
    }

    /** What the argument of an option, or a positional parameter, may be. */
    static OptionArgument argument(ArgSpec of) {
        if (of.arity().max() == 0) {
            return new OptionArgument.None();
        }
        if (of.completionCandidates() != null) {
            List<String> words = new ArrayList<>();
            of.completionCandidates().forEach(words::add);
            return new OptionArgument.OneOf(words);
        }
        return switch (of.paramLabel()) {
            case "FILE" -> new OptionArgument.File();
            case "DIRECTORY" -> new OptionArgument.Directory();
            default -> new OptionArgument.Word();
        };
    }
}
