package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.text.AdminOpening;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** One admin statement: its syntax and its answer. Stateless and shared by all sessions. */
public abstract class AdminCommand {
    private static final Set<String> READING = Set.of("SHOW", "HELP", "EXPLAIN", "VERIFY", "XA");

    private final List<SyntaxLine> lines;
    private final List<String> openings;
    private final String purpose;

    /**
     * @param syntax the statement as {@code HELP PINION} shows it, which is its grammar
     * @param purpose the command's use, in half a sentence that starts with a lower-case letter
     * @param others other ways to write it, which help doesn't show
     */
    AdminCommand(SyntaxLine syntax, String purpose, SyntaxLine... others) {
        List<SyntaxLine> all = new ArrayList<>(List.of(syntax));
        all.addAll(List.of(others));
        this.lines = List.copyOf(all);
        this.openings = lines.stream()
                .flatMap(line -> line.openings().stream())
                .distinct()
                .toList();
        this.purpose = purpose;
    }

    AdminCommand(String syntax, String purpose, SyntaxLine... others) {
        this(SyntaxLine.of(syntax), purpose, others);
    }

    /** The words that the statement begins with, in upper case, such as {@code SHOW SHARDS}. */
    public final String name() {
        return openings.getFirst();
    }

    /** All words that the statement may begin with, in upper case; the name first. */
    public final List<String> openings() {
        return openings;
    }

    /** The letters of the longest of its openings that a statement begins with; 0 for another statement. */
    final int begins(String statement) {
        return lines.stream().mapToInt(line -> line.begins(statement)).max().orElse(0);
    }

    public final String syntax() {
        return lines.getFirst().text();
    }

    /** The ways to write it; the usual one first. */
    public final List<SyntaxLine> lines() {
        return lines;
    }

    public final String purpose() {
        return purpose;
    }

    /** Whether users without the admin right may run it too; it then shows them only their own rows. */
    boolean isForEverybody() {
        return false;
    }

    /** Whether users with read-only rights may run it, though it isn't a SHOW, HELP or EXPLAIN. */
    boolean changesNothing() {
        return false;
    }

    /** Whether it leaves a line in the audit's log: it changes something. */
    public boolean isAudited() {
        return !changesNothing() && !READING.contains(name().split(" ")[0]);
    }

    /** Whether nothing undoes what it does, so that a person is asked before. */
    public boolean isFinal(StatementArguments arguments) {
        return false;
    }

    /** Whether {@code EXPLAIN} shows what it would do, step by step. */
    boolean isExplained() {
        return false;
    }

    /** The words that must follow the name, where a server has a statement that begins with the same words. */
    AdminOpening.Behind behind() {
        return AdminOpening.Behind.ANYTHING;
    }

    /**
     * Runs the statement on the session's event loop: must not block.
     *
     * @throws io.pinion.operations.statement.SyntaxRefused when the arguments can't be what the statement takes
     */
    abstract CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context);

    /**
     * What the statement would do, if it {@link #isExplained}, after the checks with which it begins; fails with a message for
     * the operator where it would be refused. Changes nothing.
     *
     * @throws io.pinion.operations.statement.SyntaxRefused when the arguments can't be what the statement takes
     */
    CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        throw new IllegalStateException(name() + " has no steps");
    }
}
