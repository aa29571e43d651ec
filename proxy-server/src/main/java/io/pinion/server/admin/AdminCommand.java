package io.pinion.server.admin;

import io.pinion.routing.text.AdminOpening;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** One admin statement: its syntax and its answer. Stateless and shared by all sessions. */
abstract class AdminCommand {
    private static final Set<String> READING = Set.of("SHOW", "HELP", "EXPLAIN", "VERIFY", "XA");

    private final String name;
    private final String syntax;
    private final String purpose;

    /**
     * @param name the words that the statement begins with, in upper case, such as {@code SHOW SHARDS}
     * @param syntax the whole statement for a person to read, such as {@code SHOW SHARDS [FROM keyspace]}
     * @param purpose the command's use, in half a sentence that starts with a lower-case letter
     */
    AdminCommand(String name, String syntax, String purpose) {
        this.name = name;
        this.syntax = syntax;
        this.purpose = purpose;
    }

    final String name() {
        return name;
    }

    /** Other words that mean the same, in upper case; help doesn't name them. */
    List<String> otherNames() {
        return List.of();
    }

    final String syntax() {
        return syntax;
    }

    final String purpose() {
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
    boolean isAudited() {
        return !changesNothing() && !READING.contains(name.split(" ")[0]);
    }

    /** The words that must follow the name, where a server has a statement that begins with the same words. */
    AdminOpening.Behind behind() {
        return AdminOpening.Behind.ANYTHING;
    }

    /**
     * Runs the statement on the session's event loop: must not block.
     *
     * @param arguments the tokens after the name; the command reads all of them
     * @throws AdminSyntaxException when the arguments don't match {@link #syntax()}
     */
    abstract CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context);
}
