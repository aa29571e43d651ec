package io.pinion.cli.pages;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page {@code pinion(1)}, in roff. */
final class ManualPage {
    private static final String TAIL = """
            .SH EXIT STATUS
            .TP
            .B 0
            Done.
            .TP
            .B 1
            What was asked could not be done.
            .TP
            .B 2
            The command line is wrong.
            .TP
            .B 3
            A document (settings or topology) is refused.
            .TP
            .B 4
            No proxy answers there, or it doesn't let the user in: nothing has been asked.
            .TP
            .B 5
            An operation has begun and not ended: it waits to be resumed or cancelled, or goes on.
            .SH ENVIRONMENT
            .TP
            .B JAVA_HOME
            The Java to run, 21 or newer; without it the newest that is found.
            .TP
            .B PINION_JAVA_OPTS
            Further options of the JVM, such as \\-Xmx2g.
            .TP
            .B PINION_CACHE
            The directory of what makes the next start faster; without it pinion in the user's cache directory.
            .TP
            .B PINION_PASSWORD
            The password with which commands log in at a running proxy.
            .SH FILES
            .TP
            .I /etc/pinion/pinion.yaml
            The settings of the service, where Pinion is installed as a package.
            .TP
            .I /usr/share/pinion/jvm.options
            The options of each JVM that Pinion starts.
            .TP
            .I /var/lib/pinion
            What the service keeps: its own certificate and the last topology it saw.
            .SH SEE ALSO
            .BR mysql (1),
            .BR mariadb (1),
            .BR systemctl (1)
            """;

    private ManualPage() {}

    static String of(CommandLine root, String version) {
        List<CommandNode> nodes = CommandNode.all(root);
        CommandNode first = nodes.getFirst();
        StringBuilder page = new StringBuilder();
        page.append(".TH PINION 1 \"\" \"pinion ").append(escaped(version)).append("\" \"Pinion\"\n");
        page.append(".SH NAME\npinion \\- ").append(lowered(first.about())).append('\n');
        page.append(".SH SYNOPSIS\n.B pinion\n.I COMMAND\n.RI [ OPTION ...]\n");
        page.append(".SH DESCRIPTION\n").append(escaped(first.about())).append('\n');
        page.append(".SH OPTIONS\n");
        first.options().forEach(option -> option(page, option));
        page.append(".SH COMMANDS\n");
        nodes.stream().skip(1).forEach(node -> command(page, node));
        return page.append(TAIL).toString();
    }

    private static void command(StringBuilder page, CommandNode node) {
        page.append(".SS pinion ").append(escaped(node.name(" "))).append('\n');
        page.append(escaped(node.about())).append('\n');
        for (PositionalParamSpec place : node.command().getCommandSpec().positionalParameters()) {
            page.append(".TP\n.I ").append(escaped(place.paramLabel())).append('\n');
            page.append(escaped(CommandNode.about(place))).append('\n');
        }
        node.options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.inherited())
                .forEach(option -> option(page, option));
        examples(page, node);
    }

    private static void option(StringBuilder page, OptionSpec option) {
        List<String> names = new ArrayList<>();
        for (String name : option.names()) {
            names.add("\\fB" + escaped(name) + "\\fR");
        }
        String value = CommandNode.argument(option) instanceof OptionArgument.None
                ? ""
                : " \\fI" + escaped(option.paramLabel()) + "\\fR";
        page.append(".TP\n").append(String.join(", ", names)).append(value).append('\n');
        page.append(escaped(CommandNode.about(option))).append('\n');
    }

    private static void examples(StringBuilder page, CommandNode node) {
        String[] footer = node.command().getCommandSpec().usageMessage().footer();
        if (footer.length == 0) {
            return;
        }
        String heading =
                Ansi.OFF.string(node.command().getHelp().footerHeading()).strip();
        page.append(".PP\n").append(escaped(heading)).append("\n.PP\n.nf\n");
        for (String line : footer) {
            page.append(escaped(line.replace("%n", "\n").replace("%%", "%"))).append('\n');
        }
        page.append(".fi\n");
    }

    private static String lowered(String sentence) {
        String text = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
        return escaped(Character.toLowerCase(text.charAt(0)) + text.substring(1));
    }

    /** A hyphen is written as one that can be copied; a line must not begin as a request does. */
    private static String escaped(String text) {
        return text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replaceAll("(?m)^([.'])", "\\\\&$1")
                .replace("…", "\\[u2026]");
    }
}
