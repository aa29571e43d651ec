package io.pinion.operations.transfer.form;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.SqlText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A column of JSON on the shards, whose members are columns of the old database. The servers themselves assemble it and
 * take it apart again, in expressions that both products read alike.
 *
 * @param name on the shards
 * @param members in their order
 */
public record JsonColumn(String name, List<Member> members) {
    public JsonColumn {
        members = List.copyOf(members);
    }

    /** @param column of the old database, whose name the member has */
    public record Member(String column, Kind kind) {
        private String quoted() {
            return SqlText.quoteName(column);
        }

        private String path() {
            return "'$.\"" + column + "\"'";
        }

        /** The value in JSON. */
        private String value() {
            return switch (kind) {
                case NUMBER -> quoted();
                case TEXT -> inUnicode();
                case TIME -> "CAST(" + quoted() + " AS CHAR CHARACTER SET utf8mb4)";
                case NESTED -> nested();
            };
        }

        private String inUnicode() {
            return "CONVERT(" + quoted() + " USING utf8mb4)";
        }

        private String nested() {
            return "JSON_EXTRACT(" + quoted() + ", '$')";
        }
    }

    /** What a member is in JSON. */
    public enum Kind {
        NUMBER,
        TEXT,
        /** A text, too. */
        TIME,
        /** JSON in JSON. */
        NESTED
    }

    public Optional<Member> member(String column) {
        return members.stream()
                .filter(member -> member.column().equalsIgnoreCase(column))
                .findFirst();
    }

    /** The JSON of a row of the old database; NULL where the text of a nested member is none. */
    public String assembled() {
        String object = members.stream()
                .map(member -> "_utf8mb4" + SqlText.quote(member.column()) + ", " + member.value())
                .collect(Collectors.joining(", ", "JSON_OBJECT(", ")"));
        String parses = members.stream()
                .filter(member -> member.kind() == Kind.NESTED)
                .map(member -> "COALESCE(JSON_VALID(" + member.quoted() + "), 1)")
                .collect(Collectors.joining(" AND "));
        return parses.isEmpty() ? object : "IF(" + parses + ", " + object + ", NULL)";
    }

    /** A member of a row on the shards. One that is missing is NULL, as the null of JSON is. */
    public String taken(Member member, Dialect dialect) {
        String value = extracted(member);
        String text = dialect.textInJson(SqlText.quoteName(name), member.path());
        return nullIfNull(
                value,
                switch (member.kind()) {
                    case NESTED -> value;
                    case TEXT -> text;
                    case NUMBER, TIME -> withoutFraction(text);
                });
    }

    /** MySQL makes 8.0 of a member 7 to which a client adds 1, and a time with six zeros of NOW(). */
    private static String withoutFraction(String text) {
        return "REGEXP_REPLACE(" + text + ", '[.]0+$', '')";
    }

    private String extracted(Member member) {
        return "JSON_EXTRACT(" + SqlText.quoteName(name) + ", " + member.path() + ")";
    }

    /** A column of the old database in the form in which a member is taken. */
    public static String compared(Member member) {
        return switch (member.kind()) {
            case NUMBER -> member.quoted();
            case TIME -> withoutFraction(member.quoted());
            case TEXT -> member.inUnicode();
            case NESTED -> nullIfNull(member.nested(), member.nested());
        };
    }

    private static String nullIfNull(String json, String value) {
        return "IF(JSON_TYPE(" + json + ") = 'NULL', NULL, " + value + ")";
    }

    /** How many values a row on the shards has that the old database has no columns for: other members, and nested ones. */
    public String others() {
        String nested = members.stream()
                .filter(member -> member.kind() != Kind.NESTED)
                .map(member -> " + COALESCE(JSON_TYPE(" + extracted(member) + ") IN ('ARRAY', 'OBJECT'), 0)")
                .collect(Collectors.joining());
        return members.stream()
                        .map(Member::path)
                        .collect(Collectors.joining(
                                ", ", "COALESCE(JSON_LENGTH(JSON_REMOVE(" + SqlText.quoteName(name) + ", ", ")), 0)"))
                + nested;
    }
}
