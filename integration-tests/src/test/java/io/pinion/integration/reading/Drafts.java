package io.pinion.integration.reading;

import io.pinion.integration.testing.Dice;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.ArrayList;
import java.util.List;

/**
 * Texts that are easily misread: mostly statements that a server can parse, with comments, quotes, blanks, numbers and names
 * in their odder forms, and sometimes a byte more or less than that.
 */
final class Drafts {
    private static final List<String> TRAILS = List.of(
            "\\",
            "'",
            "\"",
            "`",
            "*",
            "/",
            "[",
            "]",
            "{",
            "|",
            "}",
            "~",
            "@",
            "^",
            "A",
            "z",
            "0",
            "5",
            "_",
            "$",
            " ",
            "-",
            "#",
            ".",
            ";",
            "\u00A0",
            "\u0080",
            "\u0085",
            "\u00A1",
            "\u00FE",
            "\u00FF",
            "0\u00810");

    private final Dice dice;
    private final boolean mariaDb;
    private final int version;
    private final List<String> charsets;
    private int names;

    Drafts(Dice dice, Product product) {
        this.dice = dice;
        this.mariaDb = product.dialect() == SqlDialect.MARIADB;
        this.version = product.version();
        this.charsets = product.charsets();
    }

    String text() {
        names = 0;
        StringBuilder text = new StringBuilder(statement());
        if (dice.chance(7)) {
            text.append(gap()).append(';').append(gap()).append(dice.chance(80) ? statement() : "");
        }
        for (int blunders = dice.chance(12) ? dice.between(1, 2) : 0; blunders > 0; blunders--) {
            blunder(text);
        }
        return text.toString();
    }

    // --- statements

    private String statement() {
        String start = dice.chance(4) ? gap() : "";
        return start
                + switch (dice.below(20)) {
                    case 0 -> "DO" + gap() + list();
                    case 1 -> "INSERT INTO" + gap() + table() + optional() + "VALUES" + optional() + "(" + list() + ")";
                    case 2 -> "UPDATE" + gap() + table() + gap() + "SET" + gap() + name() + "=" + operand() + where();
                    case 3 -> "DELETE FROM" + gap() + table() + where();
                    case 4 -> "SELECT" + gap() + list() + gap() + "UNION" + gap() + "SELECT" + gap() + list();
                    case 5 -> "SHOW TABLES" + gap() + "LIKE" + gap() + string();
                    case 6 -> "SET" + gap() + "@a" + optional() + dice.oneOf("=", ":=") + optional() + operand();
                    case 7, 8, 9, 10 -> "SELECT" + gap() + list() + gap() + "FROM" + gap() + table() + where();
                    case 11 -> "CREATE VIEW" + gap() + table() + gap() + "AS SELECT" + gap() + list();
                    default -> "SELECT" + gap() + list();
                };
    }

    private String where() {
        return dice.chance(40) ? "" : gap() + "WHERE" + gap() + condition();
    }

    private String condition() {
        StringBuilder all = new StringBuilder(comparison());
        while (dice.chance(35)) {
            all.append(wrapped(gap() + dice.oneOf("AND", "OR", "&&", "||", "XOR") + gap() + comparison()));
        }
        return all.toString();
    }

    private String comparison() {
        return switch (dice.below(6)) {
            case 0 -> name() + gap() + "IN" + optional() + "(" + literals() + ")";
            case 1 -> name() + gap() + "LIKE" + gap() + string();
            case 2 -> "(" + optional() + operand() + optional() + ")";
            default ->
                operand() + optional() + dice.oneOf("=", "<", ">", "<=>", "<>", "!=", ">=") + optional() + operand();
        };
    }

    private String literals() {
        StringBuilder all = new StringBuilder(literal());
        while (dice.chance(60)) {
            all.append(wrapped(optional() + "," + optional() + literal()));
        }
        return all.toString();
    }

    /** Expressions with commas, operators or nothing between them, some in comments. */
    private String list() {
        StringBuilder all = new StringBuilder(item());
        while (dice.chance(62)) {
            all.append(wrapped(optional() + dice.oneOf(",", ",", ",", "+", "-", "||", "*", "|") + optional() + item()));
        }
        return all.toString();
    }

    private String item() {
        String operand = operand();
        return dice.chance(15) ? operand + gap() + (dice.chance(50) ? "AS" + gap() : "") + alias() : operand;
    }

    private String alias() {
        return dice.chance(30) ? string() : name();
    }

    private String operand() {
        return switch (dice.below(14)) {
            case 0, 1, 2, 3 -> name();
            case 4, 5, 6 -> string();
            case 7, 8 -> number();
            case 9 -> variable();
            case 10 -> odd();
            case 11 -> name() + optional() + "(" + optional() + (dice.chance(60) ? operand() : "") + ")";
            case 12 -> table() + optional() + "." + optional() + (dice.chance(75) ? name() : behindDot());
            default -> literal();
        };
    }

    private String literal() {
        return dice.chance(60) ? string() : number();
    }

    // --- names

    private String table() {
        return dice.chance(40) ? name() + dice.oneOf(".", ".", ".", " .", ". ") + name() : name();
    }

    private String name() {
        String plain = "abcdefghijklmnopqrstuvwxyz".charAt(dice.below(26)) + "" + names++;
        return switch (dice.below(26)) {
            case 0 -> "`" + plain + inside() + "`";
            case 1 -> "\"" + plain + inside() + "\"";
            case 2 -> mariaDb || dice.chance(10) ? "[" + plain + inside() + "]" : "`" + plain + "`";
            case 3 -> plain + high();
            case 4 -> high() + plain;
            case 5 -> plain + "$";
            case 6 -> "$" + plain;
            case 7 -> names + plain;
            case 8 -> dice.chance(40) ? names + "e" + plain : plain;
            case 9 -> dice.oneOf("n", "N", "x", "X", "b", "B", "e", "_" + dice.oneOf(charsets), "_" + plain);
            case 10 ->
                dice.chance(50)
                        ? plain
                        : dice.oneOf("0x", "0b", "0X", "0B") + dice.oneOf("1", "12", "1g", "g1", "", "1_");
            case 11 -> dice.chance(25) ? dice.oneOf(".", " .") + plain : plain;
            default -> plain;
        };
    }

    /** What is a name there and something else elsewhere, or the other way round. */
    private String behindDot() {
        return dice.oneOf(
                "1",
                "1e5",
                "1e",
                "0x41",
                "0b1",
                "2nd",
                "1.2",
                "x'41'",
                "N'a'",
                "_latin1",
                "_latin1'a'",
                "select",
                "from",
                "*",
                "@a",
                "@@a",
                "'a'",
                "\"a\"",
                "`1`",
                "$",
                "$$",
                "--1",
                "#\n1",
                "N",
                "\\N",
                "?",
                "[1]",
                ".a",
                "1$",
                "e1");
    }

    /** Of a quoted thing. */
    private String inside() {
        StringBuilder all = new StringBuilder();
        while (dice.chance(40)) {
            all.append(piece());
        }
        return all.toString();
    }

    private String piece() {
        return switch (dice.below(14)) {
            case 0 -> "\\" + dice.oneOf("\\", "'", "\"", "`", "n", "Z", "%", "0", "]", high());
            case 1 -> dice.oneOf("''", "\"\"", "``", "]]", "[[");
            case 2 -> dice.oneOf("'", "\"", "`", "]", "[");
            case 3 -> dice.oneOf("/*", "*/", "/*!", "*/ /*", "-- ", "#", "--");
            case 4, 5, 6 -> high();
            case 7 -> dice.oneOf("\n", "\r", "\t", ";", "\u0000", "\u001A");
            case 8 -> dice.oneOf("{", "}", "?", ":a", "@", "$$");
            default -> dice.oneOf("a", "b", " ", "1", "%", ",");
        };
    }

    /** Bytes above ASCII and what multi-byte characters may go on with. */
    private String high() {
        String first = String.valueOf((char) dice.between(0x80, 0xFF));
        return switch (dice.below(5)) {
            case 0 -> first;
            case 1 -> first + (char) dice.between(0x80, 0xFF);
            case 2 -> "\u00C3\u00A9";
            case 3 -> first + (char) dice.between(0x80, 0xFF) + (char) dice.between(0x80, 0xFF);
            default -> first + dice.oneOf(TRAILS);
        };
    }

    // --- literals

    private String string() {
        String quote = dice.chance(65) ? "'" : "\"";
        String plain = quote + inside() + quote;
        return switch (dice.below(18)) {
            case 0 -> dice.oneOf("N", "n") + dice.oneOf("", "", " ") + plain;
            case 1 ->
                "_" + dice.oneOf(dice.oneOf(charsets), "latin1", "utf8mb4", "binary", "none") + optional() + plain;
            case 2 -> dice.oneOf("x", "X") + "'" + dice.oneOf("41", "41", "41", "", "4", "4g", "41 ", "4\\1") + "'";
            case 3 -> dice.oneOf("b", "B") + "'" + dice.oneOf("01", "01", "1", "", "2", "1 ") + "'";
            case 4 -> plain + optional() + "'" + inside() + "'";
            case 5 -> plain + optional() + plain;
            case 6 -> dice.oneOf("DATE", "TIME", "TIMESTAMP") + optional() + "'2020-01-01'";
            case 7 ->
                "{" + optional() + dice.oneOf("d", "t", "ts", "foo", "fn", name()) + gap() + plain + optional() + "}";
            case 8 -> dice.chance(10) ? "$" + dice.oneOf("", "a") + "$" + inside() + "$$" : plain;
            case 9 -> dice.chance(20) ? dice.oneOf("e", "E", "q", "U&") + plain : plain;
            default -> plain;
        };
    }

    private String number() {
        return switch (dice.below(22)) {
            case 0 -> dice.oneOf("0x41", "0X41", "0x4", "0x", "0xg", "0x41g", "0b01", "0B01", "0b2", "0b");
            case 1 ->
                dice.oneOf("1.", ".1", "1.5", "1..5", ".1.", "1.a", "1.e", "1.e5", ".5e1", "1.5e", "1.5e+", ".e1");
            case 2 ->
                dice.oneOf("1e5", "1E5", "1e+5", "1e-5", "1e", "1e+", "1ea", "1e5a", "1e5.5", "1e5e5", "1_000", "1$");
            case 3 -> names + "." + names + "e1";
            case 4 -> dice.oneOf("-", "+", "!", "~", "--", "- -", "-+") + names;
            case 5 -> "18446744073709551616";
            case 6 -> dice.oneOf("\\N", "NULL", "TRUE");
            case 7 -> names + "" + high();
            default -> String.valueOf(dice.between(0, 99));
        };
    }

    private String variable() {
        return switch (dice.below(12)) {
            case 0 -> "@'" + inside() + "'";
            case 1 -> "@\"" + inside() + "\"";
            case 2 -> "@`a" + inside() + "`";
            case 3 -> "@" + dice.oneOf("a.b", "a$b", "1a", "a" + high(), ".", "", "$", high(), "1.5", "a-b");
            case 4 ->
                "@@"
                        + dice.oneOf(
                                "sql_mode",
                                "session.sql_mode",
                                "`sql_mode`",
                                "session . sql_mode",
                                "global.`sql_mode`");
            case 5 -> "@@" + dice.oneOf(".a", "a", "1a", " a", "a.b.c", "`a`.`b`", "'a'", "a" + high(), "");
            case 6 -> "@" + gap() + "a";
            case 7 -> "@a" + optional() + ":=" + optional() + literal();
            default -> "@v" + names;
        };
    }

    /** What only stands in some grammars or modes. */
    private String odd() {
        return switch (dice.below(12)) {
            case 0 -> ":" + name();
            case 1 -> name() + "->" + dice.oneOf("", ">") + "'$.a'";
            case 2 -> "CASE" + gap() + "WHEN" + gap() + operand() + gap() + "THEN" + gap() + operand() + gap() + "END";
            case 3 -> name() + optional() + ".nextval";
            case 4 -> dice.chance(20) ? dice.oneOf("(+)", "=>", "?", "..", ":=") : name();
            case 5, 6 -> "{" + name() + gap() + operand() + "}";
            case 7 -> operand() + optional() + dice.oneOf("DIV", "MOD", "%", "<<", "^") + gap() + operand();
            case 8 -> "(SELECT" + gap() + operand() + ")";
            case 9 -> "NOT" + gap() + operand();
            case 10 -> "INTERVAL" + gap() + number() + gap() + "DAY + '2020-01-01'";
            default -> "BINARY" + gap() + literal();
        };
    }

    // --- what stands between

    private String gap() {
        return dice.chance(80) ? " " : dice.chance(30) ? "" : space();
    }

    private String optional() {
        return dice.chance(87) ? "" : space();
    }

    private String space() {
        return switch (dice.below(12)) {
            case 0, 1 -> blank();
            case 2 -> "\n";
            case 3, 4 -> "/*" + remark() + "*/";
            case 5 -> opener() + dice.oneOf("", " ") + "*/";
            case 6, 7 -> lineStart() + line() + dice.oneOf("\n", "\n", "\n", "\r", "\r\n", "\u0085");
            case 8 -> dice.oneOf("/**/", "/***/", "/*/*/", "/*!*/", "/*+*/", "/*!/**/*/", "/* * / */", "/*/**/");
            default -> " ";
        };
    }

    private String blank() {
        return switch (dice.below(8)) {
            case 0, 3, 4, 5 -> dice.oneOf("\t", "\r", "\u000B", "\f", "  ");
            case 1 -> String.valueOf((char) dice.between(0x00, 0x20));
            case 2 ->
                dice.oneOf(
                        "\u00A0",
                        "\u007F",
                        "\u0085",
                        "\u00A0\u00A0",
                        "\u00C2\u00A0",
                        "\u00E2\u0080\u00A8",
                        "\u00E3\u0080\u0080");
            default -> String.valueOf((char) dice.between(0x7F, 0xFF));
        };
    }

    private String lineStart() {
        return switch (dice.below(8)) {
            case 0, 1 -> "#";
            case 2, 3 -> "-- ";
            case 4 -> "--";
            case 5 -> "--" + (char) dice.between(0x00, 0x20);
            default -> "--" + (char) dice.between(0x7F, 0xFF);
        };
    }

    private String line() {
        return dice.oneOf("", "c", "'", "/*", "*/", ", 1", "\"", "`", "\\", high(), "c" + high());
    }

    private String remark() {
        return dice.oneOf(
                "", " c ", "'", "\"", "`", "\\", "/*", " /* ", "--", "-- ", "#", "*", "!", " ! ", high(), ";", "/",
                "+ a");
    }

    /** Of what may be code. */
    private String opener() {
        return switch (dice.below(14)) {
            case 0, 1, 2 -> "/*!";
            case 3 -> "/*!" + dice.oneOf("50000", "40101", "50699", "50700", "50701", "80000", "99999", "00000");
            case 4 -> "/*!" + (version + dice.between(-1, 1));
            case 5 -> "/*!0" + (version + dice.between(-1, 1));
            case 6 ->
                "/*!" + dice.oneOf("100000", "999999", "050000", "090700", "100100", "120000", "110405", "000000");
            case 7 ->
                "/*!"
                        + dice.oneOf(
                                "1", "12", "123", "1234", "5000000", "500000", "4010", "99999999", "+50000", " 50000");
            case 8 ->
                "/*"
                        + dice.oneOf(
                                "M!", "m!", "M !", "M!100000", "M!999999", "M!50701", "M!" + version, "M!0" + version);
            case 9 -> "/*+";
            case 10 -> "/* !";
            case 11 -> "/*!" + dice.oneOf("M", "!", "/", "*", "#\n", "-- \n", "'", "M!");
            default -> "/*";
        };
    }

    /** The same, sometimes within a comment, of its own or one that another ends too. */
    private String wrapped(String part) {
        if (!dice.chance(22)) {
            return part;
        }
        List<String> all = new ArrayList<>();
        all.add(opener());
        all.add(dice.oneOf(" ", " ", ""));
        if (dice.chance(25)) {
            all.add(opener());
            all.add(" ");
            all.add(part);
            all.add(dice.oneOf("*/", "*/", "* /", ""));
            all.add(wrapped(optional() + "," + optional() + operand()));
        } else {
            all.add(part);
        }
        all.add(dice.oneOf(" ", "", "*"));
        all.add(dice.oneOf("*/", "*/", "*/", "*/", "*/", "*/", "*/*/", "*//", "* /", ""));
        return String.join("", all);
    }

    /** A byte more, less or other, or a part twice. */
    private void blunder(StringBuilder text) {
        int at = dice.below(text.length());
        switch (dice.below(6)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.setCharAt(at, (char) dice.below(256));
            case 2 ->
                text.insert(
                        at, dice.oneOf("'", "\"", "`", "/*", "*/", "\\", "--", "#", "[", "]", "{", "}", "!", ".", "@"));
            case 3 -> text.insert(at, space());
            case 4 -> text.insert(at, high());
            default -> {
                int end = Math.min(text.length(), at + dice.between(1, 12));
                text.insert(dice.below(text.length()), text.substring(at, end));
            }
        }
        if (text.isEmpty()) {
            text.append(' ');
        }
    }
}
