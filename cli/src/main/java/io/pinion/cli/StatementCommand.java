package io.pinion.cli;

import io.pinion.operations.mapping.FaultTally;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.server.admin.AdminCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * An admin statement, or the words that several begin with: what is typed is the statement, a word of a shell each. A
 * running proxy carries it out; the progress is shown meanwhile.
 */
@Command(mixinStandardHelpOptions = true)
final class StatementCommand extends CliCommand {
    /** A password that other users of the machine could see. */
    private static final Pattern SECRET = Pattern.compile("(?i)\\bIDENTIFIED\\s++BY\\s++(?!-(?:\\s|$))\\S");

    /** Servers have more statements with these words, which only read. */
    private static final Set<String> SHARED = Set.of("show", "explain");

    /** Columns of long texts. */
    private static final Set<String> LONG = Set.of(OperationState.NEXT, "cure");

    private final List<String> opening;
    private final Optional<AdminCommand> command;
    final StatementOptions options = new StatementOptions();

    @Mixin
    private ProxyOptions proxy;

    private List<String> words = List.of();

    /** The states in which what is waited for has done what it was asked for; none where nothing is waited for. */
    private Set<String> wanted = Set.of();

    /**
     * @param opening in lower case
     * @param command empty for words that several begin with
     */
    StatementCommand(List<String> opening, Optional<AdminCommand> command) {
        this.opening = List.copyOf(opening);
        this.command = command;
    }

    /** Whether it is a whole statement, and not the beginning of several alone. */
    boolean isStatement() {
        return command.isPresent();
    }

    void words(List<String> said) {
        words = List.copyOf(said);
    }

    @Override
    public Integer call() throws CliFailure {
        if (command.isEmpty() && words.isEmpty()) {
            spec.commandLine().usage(spec.commandLine().getErr());
            return ExitStatus.USAGE;
        }
        Result answer = answer(new AdminStatement(proxy, environment(), progress()));
        print(proxy.format(environment(), onTerminal(answer)).print(answer));
        judge(answer);
        return ExitStatus.OK;
    }

    /** Uses standard error, so that a script's input has no progress in it. */
    private ProgressView progress() {
        CommandLine line = spec.commandLine();
        if (environment().terminal().isPresent()) {
            return new ProgressBar(line.getErr(), Math.max(USUAL_WIDTH, line.getUsageHelpWidth()));
        }
        return proxy.isJson() ? ProgressView.NONE : new ProgressLog(line.getErr(), System::nanoTime);
    }

    private Result answer(AdminStatement order) throws CliFailure {
        List<String> said = new ArrayList<>(options.dryRun ? List.of("explain") : List.of());
        said.addAll(opening);
        said.addAll(words);
        if (SECRET.matcher(String.join(" ", said)).find()) {
            throw CliFailure.usage(
                    "a password is no argument, since other users of this machine see those: write - in its"
                            + " place, and it is asked for, or the first line of standard input; or --password-env VARIABLE");
        }
        Optional<StatementArguments> read = read(order, said);
        return read.isPresent() ? say(order, read.get()) : order.ask(String.join(" ", said));
    }

    // --- the statement

    /**
     * The statement as the proxy reads it; empty for what only servers know. A wrong word is told without a proxy, and the terminal is not
     * asked for a password for it; but what a proxy has more or otherwise wins.
     */
    private Optional<StatementArguments> read(AdminStatement order, List<String> said) throws CliFailure {
        boolean shared = SHARED.contains(said.getFirst());
        StatementLines builtIn = StatementLines.builtIn();
        if (options.dryRun && !builtIn.mayRead(said)) {
            throw CliFailure.usage("there is no EXPLAIN of " + String.join(" ", opening));
        }
        StatementLines theirs;
        try {
            confirm(builtIn.read(said));
            theirs = lines(order, builtIn);
        } catch (SyntaxRefused refused) {
            if (!shared && !order.knowsPassword()) {
                throw wrong(refused, said);
            }
            try {
                theirs = lines(order, builtIn);
            } catch (CliFailure unreachable) {
                throw shared ? unreachable : wrong(refused, said);
            }
        }
        if (shared && !theirs.mayRead(said)) {
            return Optional.empty();
        }
        try {
            return Optional.of(theirs.read(said));
        } catch (SyntaxRefused refused) {
            throw wrong(refused, said);
        }
    }

    private static StatementLines lines(AdminStatement order, StatementLines builtIn) throws CliFailure {
        try {
            return builtIn.of(order.help());
        } catch (CliFailure e) {
            if (e.exitStatus() == ExitStatus.UNREACHABLE) {
                throw e;
            }
            // Users without the admin right have some statements and no help.
            return builtIn;
        }
    }

    private static CliFailure wrong(SyntaxRefused refused, List<String> said) {
        String why = String.valueOf(refused.getMessage())
                .replace(" in single quotes", "")
                .replace(" in quotes", "");
        return CliFailure.usage(
                why + (why.endsWith("?") ? " pinion " : "; pinion ") + said.getFirst() + " --help tells");
    }

    private Result say(AdminStatement order, StatementArguments read) throws CliFailure {
        String sql = read.spelling().sql(read.spelling().asksForSecret() ? secret() : "");
        if (options.dryRun || command.filter(known -> !known.isAudited()).isPresent()) {
            Result answer = order.ask(sql);
            return options.wait ? end(order, begun(answer), Set.of()) : answer;
        }
        String about = read.clauses().getFirst().words();
        OptionalLong number =
                about.endsWith(" OPERATION") ? OptionalLong.of(Long.parseLong(read.text("n"))) : OptionalLong.empty();
        Result answer = order.run(sql, number, options.detach);
        OptionalLong operation = number.isPresent() ? number : begun(answer);
        if (operation.isEmpty()) {
            return answer;
        }
        return options.detach ? order.look(operation.getAsLong()) : end(order, operation, wanted(about));
    }

    /** Asks before what nothing undoes. */
    private void confirm(StatementArguments statement) throws CliFailure {
        boolean isFinal = command.filter(known -> known.isFinal(statement)).isPresent();
        if (!isFinal || options.dryRun || options.yes) {
            return;
        }
        String what = "nothing undoes " + statement.spelling().shell();
        String answer = environment()
                .terminal()
                .orElseThrow(() -> CliFailure.usage(what + ": say it with --yes"))
                .line(what + ". Go on? [y/N] ");
        if (!answer.strip().toLowerCase(Locale.ROOT).matches("y|yes")) {
            throw new CliFailure("nothing was done");
        }
    }

    private String secret() throws CliFailure {
        String password = options.passwordVariable == null
                ? environment().readPassword("Password of IDENTIFIED BY: ")
                : environment().variables().apply(options.passwordVariable);
        if (password == null || password.isEmpty()) {
            throw CliFailure.usage(
                    options.passwordVariable == null
                            ? "the password is empty"
                            : "there is no password in the environment variable " + options.passwordVariable);
        }
        return password;
    }

    // --- the operation

    /** The operation that a statement has begun, or that it tells of alone. */
    private static OptionalLong begun(Result answer) {
        boolean one = answer.rows().size() == 1
                && !answer.cell(0, "state").isEmpty()
                && !answer.cell(0, "operation").isEmpty();
        return one ? OptionalLong.of(Long.parseLong(answer.cell(0, "operation"))) : OptionalLong.empty();
    }

    private Result end(AdminStatement order, OptionalLong operation, Set<String> states) throws CliFailure {
        if (operation.isEmpty()) {
            throw CliFailure.usage("--wait is said of one operation: pinion show operations like N --wait");
        }
        wanted = states.isEmpty() ? OperationState.REACHED : states;
        return order.awaitEnd(operation.getAsLong());
    }

    private static Set<String> wanted(String about) {
        return switch (about) {
            case "CANCEL OPERATION" -> Set.of(OperationState.CANCELLED);
            case "REVERT OPERATION" -> Set.of(OperationState.REVERTED);
            case "HAND OVER OPERATION" -> Set.of(OperationState.WAITING);
            case "FINISH OPERATION" -> Set.of(OperationState.DONE);
            default -> OperationState.REACHED;
        };
    }

    // --- the answer

    /** The format that a person at a terminal reads best. */
    private static OutputFormat onTerminal(Result printed) {
        return printed.columns().stream().anyMatch(column -> LONG.contains(column.name()))
                ? OutputFormat.VERTICAL
                : OutputFormat.TABLE;
    }

    /** Fails when the result isn't the wanted one, behind the output: for scripts and for readers of the last line. */
    private void judge(Result printed) throws CliFailure {
        if (!wanted.isEmpty()) {
            OperationState.require(printed, wanted);
            if (opening.equals(List.of("check", "mapping"))) {
                requireNoneWrong(printed);
            }
        }
        if (opening.getFirst().equals("verify")) {
            requireEqual(printed);
        }
        if (opening.getLast().startsWith("server")) {
            requireNoneLeft(printed);
        }
    }

    private static void requireEqual(Result shards) throws CliFailure {
        int count = shards.rows().size();
        long equal = count(shards, "equal");
        long differ = count(shards, "differs");
        if (equal < count) {
            throw new CliFailure("of " + count + " shards, " + equal + " are equal, " + differ + " differ, and "
                    + (count - equal - differ) + " could not be verified");
        }
    }

    private static void requireNoneWrong(Result operation) throws CliFailure {
        if (!operation.cell(0, "error").endsWith(FaultTally.NONE_WRONG)) {
            throw new CliFailure("links are wrong: error tells how many, and some of them");
        }
    }

    /** Of what CHECK SERVERS, CHECK SERVER or REPAIR SERVERS has found. */
    private static void requireNoneLeft(Result findings) throws CliFailure {
        long left = findings.rows().size() - count(findings, "repaired");
        if (left > 0) {
            throw new CliFailure(left == 1 ? "1 finding is left" : left + " findings are left");
        }
    }

    private static long count(Result rows, String outcome) {
        return IntStream.range(0, rows.rows().size())
                .filter(row -> rows.cell(row, "outcome").equals(outcome))
                .count();
    }
}
