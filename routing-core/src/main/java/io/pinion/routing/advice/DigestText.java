package io.pinion.routing.advice;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.KeyType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes values into digests, which servers make of statements: {@code SELECT * FROM t WHERE id = ?} and
 * {@code INSERT INTO t VALUES (...)}. A value is of the type of its column where the column can be told.
 */
final class DigestText {
    private static final Pattern TOKEN =
            Pattern.compile("`(?:[^`]|``)*+`|\\(\\.\\.\\.\\)|\\.\\.\\.|/\\*.*?\\*/|\\w+|[^\\s\\w]");
    private static final Set<String> COMPARING = Set.of("=", "<", ">", "!", "LIKE", "BETWEEN", "IN", "NOT", "(");
    private static final Set<String> TEMPORAL = Set.of("date", "datetime", "timestamp");

    private final UnshardedSchema schema;
    private final List<String> tokens;

    private DigestText(UnshardedSchema schema, String digest) {
        this.schema = schema;
        this.tokens = TOKEN.matcher(digest).results().map(MatchResult::group).collect(Collectors.toList());
    }

    /** Whether a digest is cut off, as servers do behind some length. */
    static boolean isCut(byte[] digest) {
        String text = new String(digest, StandardCharsets.ISO_8859_1).strip();
        return text.endsWith("...") || text.endsWith("…");
    }

    static byte[] withValues(UnshardedSchema schema, byte[] digest) {
        DigestText text = new DigestText(schema, new String(digest, StandardCharsets.UTF_8));
        return text.written().getBytes(StandardCharsets.UTF_8);
    }

    private String written() {
        StringBuilder sql = new StringBuilder();
        for (int at = 0; at < tokens.size(); at++) {
            String token = tokens.get(at);
            String value =
                    switch (token) {
                        case "?" -> at > 0 && tokens.get(at - 1).equals("@") ? "variable" : valueFor(at);
                        case "..." -> further(at);
                        case "(...)" -> list(at);
                        default -> token.startsWith("/*") ? rest(at) : isFunction(at) ? plain(token) : token;
                    };
            boolean apart = !sql.isEmpty() && !joins(at);
            sql.append(apart ? " " : "").append(value);
        }
        return sql.toString();
    }

    /** Operators of two signs, and variables, are one token to a server. */
    private boolean joins(int at) {
        String before = at > 0 ? tokens.get(at - 1) : "";
        String token = tokens.get(at);
        boolean operator = "<>=!:|&".contains(token) && before.length() == 1 && "<>!:=|&".contains(before);
        return operator || token.equals(".") || before.equals(".") || before.equals("@");
    }

    private String valueFor(int at) {
        int token = at - 1;
        while (token >= 0 && (COMPARING.contains(upper(token)) || isListed(token))) {
            token--;
        }
        return token >= 0 ? sample(name(token), "1") : "1";
    }

    /** A value ahead in the same list, or between BETWEEN and AND. */
    private boolean isListed(int token) {
        boolean value = tokens.get(token).equals("?");
        boolean between =
                upper(token).equals("AND") && token > 1 && upper(token - 2).equals("BETWEEN");
        return value || tokens.get(token).equals(",") || between;
    }

    private String list(int at) {
        boolean in = at > 0 && upper(at - 1).equals("IN");
        if (in) {
            String column = at > 1 ? name(upper(at - 2).equals("NOT") ? at - 3 : at - 2) : "";
            return "(" + sample(column, "1") + ", " + sample(column, "2") + ")";
        }
        boolean row =
                at > 0 && (upper(at - 1).startsWith("VALUE") || upper(at - 1).equals("ROW"));
        return row ? row("1") : "(1)";
    }

    /** MySQL writes {@code /* , ... *}{@code /} for further rows of VALUES, and for further values of a list. */
    private String rest(int at) {
        boolean rows = at > 0
                && tokens.get(at - 1).equals("(...)")
                && at > 1
                && upper(at - 2).startsWith("VALUE");
        return tokens.get(at).contains("...") && rows ? ", " + row("2") : "";
    }

    /** MariaDB quotes the names of some functions. */
    private boolean isFunction(int at) {
        boolean called = at + 1 < tokens.size() && tokens.get(at + 1).equals("(");
        boolean table = upper(at - 1).equals("INTO")
                || upper(at - 1).equals("TABLE")
                || upper(at - 1).equals(".");
        return called && !table && plain(tokens.get(at)).matches("[A-Z_]+");
    }

    /** The further values of a row: as many as the INSERT has columns left. */
    private String further(int at) {
        int depth = 0;
        int before = 0;
        int open = at - 1;
        for (; open >= 0 && (depth > 0 || !tokens.get(open).equals("(")); open--) {
            depth += tokens.get(open).equals(")") ? 1 : tokens.get(open).equals("(") ? -1 : 0;
            before += depth == 0 && tokens.get(open).equals(",") ? 1 : 0;
        }
        List<String> columns = inserted();
        boolean row = upper(open - 1).startsWith("VALUE") || upper(open - 1).equals(",");
        return row && before < columns.size()
                ? columns.subList(before, columns.size()).stream()
                        .map(column -> sample(column, "1"))
                        .collect(Collectors.joining(", "))
                : "1";
    }

    private String row(String figure) {
        return inserted().stream().map(column -> sample(column, figure)).collect(Collectors.joining(", ", "(", ")"));
    }

    /** The columns that an INSERT names, or all of its table. */
    private List<String> inserted() {
        int into = 0;
        while (into < tokens.size() && !upper(into).equals("INTO")) {
            into++;
        }
        int table = into + 1 < tokens.size() ? into + 1 : 0;
        while (table + 2 < tokens.size() && tokens.get(table + 1).equals(".")) {
            table += 2;
        }
        if (table + 1 < tokens.size() && tokens.get(table + 1).equals("(")) {
            List<String> named = new ArrayList<>();
            for (int token = table + 2;
                    token < tokens.size() && !tokens.get(token).equals(")");
                    token++) {
                if (!tokens.get(token).equals(",")) {
                    named.add(name(token));
                }
            }
            return named;
        }
        return schema.table(name(table))
                .map(found -> found.columns().stream().map(Column::name).toList())
                .orElse(List.of(""));
    }

    private String sample(String column, String figure) {
        for (UnshardedTable table : schema.tables().values()) {
            Column found = isNamed(table.name()) ? table.column(column) : null;
            if (found != null) {
                return sample(found, figure);
            }
        }
        return figure;
    }

    private static String sample(Column column, String figure) {
        if (TEMPORAL.contains(column.typeWord())) {
            return "'2026-01-0" + figure + "'";
        }
        return switch (KeyType.of(column.type())) {
            case TEXT, BYTES -> "'" + figure + "'";
            case INTEGER -> figure;
            case NONE -> column.collation().isPresent() ? "'" + figure + "'" : figure;
        };
    }

    private boolean isNamed(String table) {
        return tokens.stream().anyMatch(token -> plain(token).equals(table));
    }

    private String name(int token) {
        return token >= 0 ? plain(tokens.get(token)) : "";
    }

    private static String plain(String token) {
        return token.startsWith("`") && token.length() > 1
                ? token.substring(1, token.length() - 1).replace("``", "`")
                : token;
    }

    private String upper(int token) {
        return token >= 0 ? tokens.get(token).toUpperCase(Locale.ROOT) : "";
    }
}
