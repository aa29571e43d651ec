package io.pinion.routing.planner.show;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.rights.FunctionCalls;
import io.pinion.routing.session.ShowStatement;
import io.pinion.routing.template.Access;
import io.pinion.routing.template.AnyRoute;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Words;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * SHOW for users with rights to some databases only. A server answers by the rights of Pinion's account, which sees
 * more, so only statements pass that are known to show no other databases.
 */
record LimitedShow(Request request, Tokens tokens) {
    /** First words of statements about the product, the session, or the database that routes them. */
    private static final Set<String> HARMLESS = Words.setOf("""
            AUTHORS CHARACTER CHARSET COLLATION CONTRIBUTORS COUNT CREATE ENGINES ERRORS EVENTS PLUGINS
            PRIVILEGES PROFILE PROFILES STORAGE TRIGGERS WARNINGS""");

    /** The plan, if it differs from that of a user who may see all; else null. */
    @Nullable
    RoutePlan plan(ShowStatement show) {
        if (request.statement().kind() != StatementKind.SHOW) {
            return null;
        }
        if (hasSubquery()) {
            return Refusals.unsupported(
                    "a subquery in SHOW … WHERE is only for users with the right to all keyspaces: it could name others");
        }
        Refused denied = calledDatabases();
        if (denied != null) {
            return denied;
        }
        return show instanceof ShowStatement.Other ? other() : null;
    }

    private @Nullable RoutePlan other() {
        boolean fullTriggers = tokens.isWord(1, "FULL") && tokens.isWord(2, "TRIGGERS");
        if (fullTriggers || tokens.isOneOf(1, HARMLESS)) {
            return null;
        }
        boolean routines = tokens.isOneOf(1, "PROCEDURE", "FUNCTION", "PACKAGE");
        int status = tokens.isWord(2, "BODY") ? 3 : 2;
        return routines && tokens.isWord(status, "STATUS") ? routines(status) : Refusals.tellsOfOthers();
    }

    /** {@code SHOW PROCEDURE STATUS}, which lists all databases: filtered by the server. */
    private RoutePlan routines(int status) {
        String pair = AnyRoute.pair(request);
        if (pair == null) {
            return Refusals.noPair();
        }
        ListedRows text = new ListedRows(request);
        String names = new TreeSet<>(request.session().rights().names())
                .stream().map(text::literal).collect(Collectors.joining(", "));
        StringBuilder sql = new StringBuilder("SHOW");
        for (int token = 1; token <= status; token++) {
            sql.append(' ').append(tokens.text(token));
        }
        // In the text, only a condition of one balanced expression may stand beside the filter.
        sql.append(" WHERE CAST(Db AS BINARY) IN (")
                .append(names.isEmpty() ? "''" : names)
                .append(")");
        int next = status + 1;
        if (next < tokens.count()) {
            boolean like = tokens.isWord(next, "LIKE") && tokens.count() == next + 2;
            boolean where = tokens.isWord(next, "WHERE") && next + 1 < tokens.count() && isBalanced(next + 1);
            if (!like && !where) {
                return Refusals.syntax("LIKE 'pattern' or WHERE condition is what may follow STATUS");
            }
            int from = tokens.start(like ? next : next + 1);
            sql.append(" AND (")
                    .append(like ? "Name " : "")
                    .append(text.written(from, tokens.end(tokens.count() - 1)))
                    .append("\n)");
        }
        return new RoutePlan.AnyServer(
                pair, text.text(sql.toString()), new RoutePlan.DatabaseContext.Irrelevant(), SessionEffects.PLAIN);
    }

    private boolean isBalanced(int from) {
        int depth = 0;
        for (int token = from; token < tokens.count() && depth >= 0; token++) {
            depth += tokens.isSymbol(token, "(") ? 1 : 0;
            depth -= tokens.isSymbol(token, ")") ? 1 : 0;
        }
        return depth == 0;
    }

    /** {@code SHOW … WHERE other.f()}. */
    private @Nullable Refused calledDatabases() {
        String charset = request.session().charset();
        for (int token : FunctionCalls.databases(tokens)) {
            String database = tokens.name(token, charset);
            Refused denied = Access.check(request.session(), request.catalog().meaningOf(database), database);
            if (denied != null) {
                return denied;
            }
        }
        return null;
    }

    private boolean hasSubquery() {
        return tokens.has(token -> tokens.isSymbol(token - 1, "(") && tokens.isOneOf(token, "SELECT", "TABLE", "WITH"));
    }
}
