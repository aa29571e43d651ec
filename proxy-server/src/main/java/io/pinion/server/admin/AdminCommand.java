package io.pinion.server.admin;

import io.pinion.routing.text.AdminOpening;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One admin statement: its syntax and its answer. Stateless and shared by all sessions. */
interface AdminCommand {
    /** The words that the statement begins with, in upper case, such as {@code SHOW SHARDS}. */
    String name();

    /** Other words that mean the same, in upper case; help doesn't name them. */
    default List<String> otherNames() {
        return List.of();
    }

    /** The whole statement for a person to read, such as {@code SHOW SHARDS [FROM keyspace]}. */
    String syntax();

    /** The command's use, in half a sentence that starts with a lower-case letter. */
    String purpose();

    /** Whether users without the admin right may run it too; it then shows them only their own rows. */
    default boolean isForEverybody() {
        return false;
    }

    /** Whether users with read-only rights may run it, though it isn't a SHOW, HELP or EXPLAIN. */
    default boolean changesNothing() {
        return false;
    }

    /** The words that must follow the name, where a server has a statement that begins with the same words. */
    default AdminOpening.Behind behind() {
        return AdminOpening.Behind.ANYTHING;
    }

    /**
     * Runs the statement on the session's event loop: must not block.
     *
     * @param arguments the tokens after the name; the command reads all of them
     * @throws AdminSyntaxException when the arguments don't match {@link #syntax()}
     */
    CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context);
}
