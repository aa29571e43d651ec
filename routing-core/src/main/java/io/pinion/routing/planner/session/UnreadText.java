package io.pinion.routing.planner.session;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.lexer.TextProblem;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A text that a server may read otherwise than Pinion. It goes unchanged to the server of the session's database, for a
 * user with the right to all names, when that database isn't sharded and the text can't name a sharded one. Any other
 * such text is refused, since its names and its effect are uncertain.
 */
public final class UnreadText {
    /**
     * The text may have any effect, so the session keeps the connection until it is reset, and asks it for its sql_mode
     * and character set.
     */
    private static final SessionEffects ANYTHING = new SessionEffects(
            false, Set.of(RetainedState.UNKNOWN, RetainedState.TEXT_RULES), InsertIdEffect.UNSEEN, true);

    private UnreadText() {}

    public static RoutePlan plan(Request request, TextProblem problem) {
        SessionView session = request.session();
        if (request.statement().kind() == StatementKind.XA && !session.admin()) {
            return refusal(problem, request, "the names of branches must carry the user");
        }
        boolean unlimited =
                session.rights().mayUse(Rights.ALL) && !session.rights().readsOnly();
        if (unlimited && request.current() instanceof CurrentDatabase.Whole(String database, String pair)) {
            Keyspace.Sharded named = shardedIn(request.statement(), request.catalog());
            if (named == null) {
                return new RoutePlan.SingleShard(
                        new Target(pair, database),
                        new StatementText.Original(),
                        new DatabaseContext.Required(database),
                        new InsertedId.AsReported(),
                        ANYTHING.committing(ImplicitCommits.ofUnread(request.statement())));
            }
            return refusal(problem, request, "it may name the sharded keyspace " + named.name());
        }
        return refusal(
                problem,
                request,
                "such texts run unread for users with the right to all keyspaces alone, in a database that isn't sharded");
    }

    private static RoutePlan refusal(TextProblem problem, Request request, String why) {
        return Refusals.unread(problem, request.unknownMode(), request.session(), why);
    }

    /** A sharded keyspace whose name, or a possible name of one of its databases, stands anywhere in the text. */
    private static Keyspace.@Nullable Sharded shardedIn(Statement statement, Catalog catalog) {
        String text = statement.text(statement.start(), statement.end()).toLowerCase(Locale.ROOT);
        for (Keyspace keyspace : catalog.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Sharded sharded
                    && (text.contains(bytes(sharded.name()))
                            || hasDatabase(text, bytes(sharded.databases().prefix())))) {
                return sharded;
            }
        }
        return null;
    }

    /** Whether a digit stands behind the prefix of a keyspace's database names. */
    private static boolean hasDatabase(String text, String prefix) {
        int at = text.indexOf(prefix);
        while (at >= 0) {
            int behind = at + prefix.length();
            if (behind < text.length() && text.charAt(behind) >= '0' && text.charAt(behind) <= '9') {
                return true;
            }
            at = text.indexOf(prefix, at + 1);
        }
        return false;
    }

    /** One character for each byte, as in the text of a client with any set that includes ASCII. */
    private static String bytes(String name) {
        return new String(name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
