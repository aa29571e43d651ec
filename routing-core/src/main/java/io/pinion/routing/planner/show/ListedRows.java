package io.pinion.routing.planner.show;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.session.ShowStatement.RowFilter;
import io.pinion.routing.template.AnyRoute;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.HexLiteral;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows that Pinion knows, written as a query: a server filters the rows of SHOW … WHERE, since a condition may be any
 * expression; and SHOW DATABASES adds the keyspaces to the databases of the home pair.
 */
final class ListedRows {
    private final Request request;
    private final Tokens tokens;
    private final Charset charset;

    ListedRows(Request request) {
        this.request = request;
        this.tokens = Tokens.of(request.statement());
        this.charset = MysqlCharsets.find(request.session().charset()).orElse(StandardCharsets.UTF_8);
    }

    /** The rows for which {@code condition} holds; {@code rows} isn't empty. */
    RoutePlan where(List<LocalAnswer.Column> columns, List<List<@Nullable String>> rows, String condition) {
        String pair = AnyRoute.pair(request);
        if (pair == null) {
            return Refusals.noPair();
        }
        String listed = rows.stream().map(row -> select(columns, row)).collect(Collectors.joining(" UNION ALL "));
        String sql = "SELECT * FROM (" + listed + ") AS listed WHERE " + condition;
        return hasSubquery()
                ? subquery()
                : new RoutePlan.AnyServer(pair, text(sql), new DatabaseContext.Irrelevant(), SessionEffects.PLAIN);
    }

    /**
     * The keyspaces and, except for shards, the databases of the home pair.
     *
     * @param keyspaces all that exist
     * @param seen those that are listed
     * @param seenAtHome the databases of the home pair that are listed; empty for all
     */
    RoutePlan databases(
            String homePair,
            Collection<Keyspace> keyspaces,
            Collection<Keyspace> seen,
            Optional<Collection<String>> seenAtHome,
            RowFilter filter) {
        String title = SqlNames.quoted(LogicalSchema.titleOf("Database", filter));
        StringBuilder sql = new StringBuilder("SELECT * FROM (SELECT SCHEMA_NAME AS ")
                .append(title)
                .append(" FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN (")
                .append(keyspaces.isEmpty() ? "''" : literals(keyspaces.stream().map(Keyspace::name)))
                .append(")");
        seenAtHome.ifPresent(names -> sql.append(" AND SCHEMA_NAME IN (")
                .append(literals(names.stream()))
                .append(")"));
        for (DatabasePattern shards : request.catalog().shardDatabases()) {
            sql.append(" AND SCHEMA_NAME NOT REGEXP ").append(literal(expression(shards)));
        }
        for (Keyspace keyspace : seen) {
            sql.append(" UNION ALL SELECT ").append(literal(keyspace.name()));
        }
        sql.append(") AS listed");
        switch (filter) {
            case RowFilter.All all -> {}
            case RowFilter.Like(String pattern) ->
                sql.append(" WHERE ").append(title).append(" LIKE ").append(literal(pattern));
            case RowFilter.Where(String condition) -> {
                if (hasSubquery()) {
                    return subquery();
                }
                sql.append(" WHERE (").append(condition).append(')');
            }
        }
        return new RoutePlan.SingleShard(
                new Target(homePair, "information_schema"),
                text(sql.append(" ORDER BY 1").toString()),
                new DatabaseContext.Irrelevant(),
                new RoutePlan.InsertedId.AsReported(),
                SessionEffects.PLAIN);
    }

    /**
     * {@code SHOW TABLE STATUS} of the keyspace's first shard: sizes are that shard's.
     *
     * @param tables those that are shown
     */
    RoutePlan tableStatus(Target target, Collection<String> tables) {
        if (hasSubquery()) {
            return subquery();
        }
        StringBuilder sql = new StringBuilder("SHOW TABLE STATUS FROM ")
                .append(SqlNames.quotedIfNeeded(target.database()))
                .append(" WHERE Name IN (")
                .append(literals(Stream.concat(Stream.of(""), tables.stream().sorted())))
                .append(")");
        for (int token = 0; token < tokens.count(); token++) {
            boolean like = tokens.isWord(token, "LIKE");
            if (like || tokens.isWord(token, "WHERE")) {
                int from = tokens.start(like ? token : token + 1);
                sql.append(" AND (")
                        .append(like ? "Name " : "")
                        .append(written(from, request.statement().end()))
                        .append("\n)");
                break;
            }
        }
        return new RoutePlan.SingleShard(
                target,
                text(sql.toString()),
                new DatabaseContext.Irrelevant(),
                new RoutePlan.InsertedId.AsReported(),
                SessionEffects.PLAIN);
    }

    private String literals(Stream<String> names) {
        return names.map(this::literal).collect(Collectors.joining(", "));
    }

    /** A piece of the client's own text. */
    String written(int from, int to) {
        return new String(request.statement().sql(), from, to - from, charset);
    }

    StatementText text(String sql) {
        return new StatementText.Edited(sql.getBytes(charset));
    }

    private String select(List<LocalAnswer.Column> columns, List<@Nullable String> row) {
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < columns.size(); i++) {
            LocalAnswer.Column column = columns.get(i);
            sql.append(i == 0 ? "" : ", ")
                    .append(
                            column.type() == LocalAnswer.ColumnType.BIGINT
                                    ? "CAST(" + row.get(i) + " AS SIGNED)"
                                    : cell(row.get(i)))
                    .append(" AS ")
                    .append(SqlNames.quoted(column.name()));
        }
        return sql.toString();
    }

    /** Between two literals no collation wins; a converted value wins over a literal. */
    private String cell(@Nullable String value) {
        return value == null
                ? "NULL"
                : isPlain(value) ? literal(value) : "CONVERT(" + HexLiteral.ofText(value) + " USING utf8mb4)";
    }

    /** In hex where the sql_mode or the character set could change its meaning. */
    String literal(String value) {
        return isPlain(value) ? "'" + value.replace("'", "''") + "'" : HexLiteral.ofText(value);
    }

    private static boolean isPlain(String value) {
        return value.chars().allMatch(letter -> letter >= ' ' && letter < 127 && letter != '\\');
    }

    /** A regular expression for the names of a keyspace's databases. */
    static String expression(DatabasePattern pattern) {
        return "^" + bracketed(pattern.prefix()) + "[0-9]{" + Math.max(1, pattern.width()) + ",}"
                + bracketed(pattern.suffix()) + "$";
    }

    private static String bracketed(String text) {
        return text.replaceAll("[^A-Za-z0-9_]", "[$0]");
    }

    /** A subquery could name databases that the user may not see. */
    private boolean hasSubquery() {
        return tokens.has(token ->
                tokens.isWord(token, "SELECT") || (tokens.isWord(token, "TABLE") && tokens.isSymbol(token - 1, "(")));
    }

    private static RoutePlan subquery() {
        return Refusals.unsupported("a subquery in SHOW … WHERE is not supported: ask information_schema");
    }
}
