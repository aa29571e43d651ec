package io.pinion.routing.analysis;

import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.Locale;
import java.util.Set;

/**
 * The text that the parser gets for a statement. Each token is printed anew: literals as short ones of their kind;
 * names that confuse the parser as placeholders; and constructs that MySQL knows and the parser doesn't (LOCK IN SHARE
 * MODE, index hints, {@code a MOD b} …) are left out or printed in their standard spelling.
 */
final class ParserText {
    private static final Set<String> SELECT_MODIFIERS = Words.setOf("""
            HIGH_PRIORITY STRAIGHT_JOIN SQL_SMALL_RESULT SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_NO_CACHE SQL_CACHE
            SQL_CALC_FOUND_ROWS ALL""");
    private static final Set<String> CHANGE_MODIFIERS = Set.of("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "QUICK");

    /** Units of time that the parser reserves, although MySQL has columns of these names. */
    private static final Set<String> UNITS = Set.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND");

    private static final Set<String> BEFORE_UNITS = Set.of("EXTRACT", "TIMESTAMPADD", "TIMESTAMPDIFF");

    /** Keywords that end an operand. */
    private static final Set<String> VALUES =
            Set.of("NULL", "TRUE", "FALSE", "END", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP");

    private static final Set<String> INDEX_HINTS = Set.of("USE", "FORCE", "IGNORE");

    /** The last place of a modifier behind the verb, which EXPLAIN and its options may precede. */
    private static final int MAX_MODIFIER_PLACE = 8;

    private final Tokens tokens;
    private final String charset;
    private final PrintedText printed;

    /** The token behind the last SELECT and its modifiers. */
    private int behindSelect = -1;

    private ParserText(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
        this.printed = new PrintedText(tokens);
    }

    /**
     * @param from the first token that the parser gets: behind EXPLAIN, if there is one
     * @param parts the parts that it gets in another form
     */
    static PrintedText of(Tokens tokens, String charset, int from, Substitutes parts) {
        ParserText result = new ParserText(tokens, charset);
        int deletedFrom = DeletedNames.from(tokens, from);
        int using = DeletedNames.using(tokens, from);
        ComparisonChains chains = ComparisonChains.of(tokens);
        int token = from;
        if (tokens.isWord(from, "REPLACE") && tokens.statement().mentions(Mention.RETURNING)) {
            // The parser knows this modifier of INSERT only.
            token = result.printed.put("INSERT", from, from);
        }
        while (token < tokens.count()) {
            for (int i = chains.closesBefore(token); i > 0; i--) {
                result.printed.put(")", token - 1, token - 1);
            }
            for (int i = chains.opensBefore(token); i > 0; i--) {
                result.printed.put("(", token, token);
            }
            Substitutes.Part part = parts.at(token);
            if (part != null) {
                token = result.print(part, token);
            } else if (token == using) {
                token = result.printed.put("FROM", token, token);
            } else if (chains.assigns(token)) {
                token = result.printed.put("=", token, token);
            } else {
                token = token == deletedFrom ? token + 1 : result.print(token);
            }
        }
        for (int i = chains.closesBefore(tokens.count()); i > 0; i--) {
            result.printed.put(")", tokens.count() - 1, tokens.count() - 1);
        }
        return result.printed;
    }

    private int print(Substitutes.Part part, int token) {
        return part.instead() == null ? part.last() + 1 : printed.put(part.instead(), token, part.last());
    }

    /** Prints one token or construct; returns the next token. */
    private int print(int token) {
        return switch (tokens.type(token)) {
            case WORD -> printWord(token);
            case QUOTED_NAME -> printName(token);
            case INTEGER -> printLiteral(token, "1");
            case DECIMAL, FLOAT -> printLiteral(token, "1.5");
            case STRING, NATIONAL_STRING -> printString(token, token);
            case HEX, BIT -> printLiteral(token, "0x1");
            case SYMBOL -> printSymbol(token);
            case PARAMETER -> printParameter(token);
            // The parser can't read names such as @v and @`n`.
            case USER_VARIABLE -> printed.put("@x", token, token);
            case SYSTEM_VARIABLE -> printed.put(tokens.text(token), token, token);
            case COMMENT, OPTIMIZER_HINT, VERSION_COMMENT_BEGIN, VERSION_COMMENT_END, END -> token + 1;
        };
    }

    private int printWord(int token) {
        String word = tokens.text(token);
        if (!isPlain(word)) {
            return printName(token);
        }
        if (word.charAt(0) == '_' && tokens.type(token + 1).isLiteral() && !tokens.isSymbol(token - 1, ".")) {
            return printString(token, token + 1);
        }
        boolean qualified = tokens.isSymbol(token - 1, ".") || tokens.isSymbol(token + 1, ".");
        String upper = word.toUpperCase(Locale.ROOT);
        if (qualified) {
            return printName(token);
        }
        boolean function = tokens.isSymbol(token + 1, "(") && tokens.end(token) == tokens.start(token + 1);
        if (UNITS.contains(upper) && !function && !isUnit(token)) {
            return printName(token);
        }
        boolean known = function
                || Grammar.isWord(upper)
                || SELECT_MODIFIERS.contains(upper)
                || CHANGE_MODIFIERS.contains(upper)
                || upper.equals("VALUE");
        return known ? printKeyword(upper, word, token) : printName(token);
    }

    /** Whether the token is the first argument of a function that takes a unit; INTERVAL's are not printed. */
    private boolean isUnit(int token) {
        return tokens.isSymbol(token - 1, "(") && BEFORE_UNITS.contains(tokens.upper(token - 2));
    }

    private boolean isKeyword(int token) {
        return tokens.type(token) == TokenType.WORD
                && !tokens.isSymbol(token - 1, ".")
                && !UNITS.contains(tokens.upper(token))
                && Grammar.isWord(tokens.upper(token));
    }

    private int printKeyword(String upper, String word, int token) {
        if (token == behindSelect && SELECT_MODIFIERS.contains(upper)) {
            behindSelect++;
            return token + 1;
        }
        if (CHANGE_MODIFIERS.contains(upper) && token <= MAX_MODIFIER_PLACE) {
            return token + 1;
        }
        return switch (upper) {
            case "SELECT" -> {
                behindSelect = token + 1;
                yield printed.put(word, token, token);
            }
            case "DISTINCT", "DISTINCTROW" -> {
                behindSelect += token == behindSelect ? 1 : 0;
                yield printed.put("DISTINCT", token, token);
            }
            case "STRAIGHT_JOIN" -> printed.put("JOIN", token, token);
            case "IGNORE" ->
                token <= MAX_MODIFIER_PLACE && !isIndexHint(token) ? token + 1 : indexHint(upper, word, token);
            case "INTO" ->
                tokens.type(token + 1) == TokenType.USER_VARIABLE
                        ? behindVariables(token)
                        : printed.put(word, token, token);
            case "USE", "FORCE" -> indexHint(upper, word, token);
            case "MOD" ->
                tokens.isSymbol(token + 1, "(") ? printed.put(word, token, token) : printed.put("%", token, token);
            // The parser expects no function's name of its own behind DIV, such as IF; % binds as strongly.
            case "DIV" -> printed.put("%", token, token);
            case "BINARY" -> isPrefixOperator(token) ? printBinary(token) : printed.put(word, token, token);
            case "VALUE" -> tokens.isSymbol(token + 1, "(") ? printed.put("VALUES", token, token) : printName(token);
            case "VALUES" -> printValues(token);
            case "SOUNDS" ->
                tokens.isWord(token + 1, "LIKE")
                        ? printed.put("LIKE", token, token + 1)
                        : printed.put(word, token, token);
            default -> printed.put(word, token, token);
        };
    }

    /** Skips {@code INTO @a, @b}, which has no effect on where the row comes from. */
    private int behindVariables(int into) {
        int next = into + 2;
        while (tokens.isSymbol(next, ",") && tokens.type(next + 1) == TokenType.USER_VARIABLE) {
            next += 2;
        }
        return next;
    }

    /** {@code INSERT INTO t () VALUES ()}, which the parser doesn't know. */
    private int printValues(int token) {
        printed.put("VALUES", token, token);
        if (!tokens.isSymbol(token + 1, "(") || !tokens.isSymbol(token + 2, ")")) {
            return token + 1;
        }
        printed.put("(", token + 1, token + 1);
        printed.put("DEFAULT", token + 2, token + 2);
        return printed.put(")", token + 2, token + 2);
    }

    private int indexHint(String upper, String word, int token) {
        boolean hint =
                INDEX_HINTS.contains(upper) && (tokens.isWord(token + 1, "INDEX") || tokens.isWord(token + 1, "KEY"));
        if (!hint) {
            return printed.put(word, token, token);
        }
        int next = token + 2;
        while (next < tokens.count() && !tokens.isSymbol(next, "(")) {
            next++;
        }
        while (next < tokens.count() && !tokens.isSymbol(next, ")")) {
            next++;
        }
        return next + 1;
    }

    private boolean isIndexHint(int token) {
        return tokens.isWord(token + 1, "INDEX") || tokens.isWord(token + 1, "KEY");
    }

    private boolean isPrefixOperator(int token) {
        boolean operandFollows = tokens.type(token + 1).isLiteral()
                || tokens.type(token + 1) == TokenType.PARAMETER
                || tokens.isName(token + 1);
        return operandFollows && !tokens.isWord(token - 1, "AS") && !tokens.isWord(token - 1, "SET");
    }

    /** The parser has no such operator: a column keeps its values, and what stands right behind it is read as its bytes. */
    private int printBinary(int token) {
        int operand = token + 1;
        boolean introduced =
                tokens.text(operand).startsWith("_") && tokens.type(operand + 1).isLiteral();
        boolean read = introduced
                ? tokens.value(operand + 1, charset) instanceof LiteralValue.Binary
                : tokens.isName(operand) || tokens.type(operand) == TokenType.INTEGER || isOnlyBlank(token, operand);
        if (read) {
            return operand;
        }
        printed.put("CAST(", token, token);
        int behind = print(operand);
        return printed.put("AS BINARY)", behind - 1, behind - 1);
    }

    private boolean isOnlyBlank(int before, int behind) {
        return tokens.statement().text(tokens.end(before), tokens.start(behind)).isBlank();
    }

    private int printName(int token) {
        String name = tokens.name(token, charset);
        if (isPlain(name)) {
            return printed.put("`" + name + "`", token, token);
        }
        return printed.put("`" + printed.placeholder(name) + "`", token, token);
    }

    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if ("abcdefghijklmnopqrstuvwxyz0123456789_$".indexOf(Character.toLowerCase(letter)) < 0) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /** Prints the first literal of a list in place of all. */
    private int printLiteral(int token, String literal) {
        int last = lastOfList(token);
        return printed.put(literal, token, last);
    }

    /**
     * Prints a {@code ?} that no plain literal stands for: one bound to NULL or to a number below zero, or without a
     * value.
     */
    private int printParameter(int token) {
        int anchor = tokens.anchor(token);
        if (anchor == Tokens.NO_ANCHOR) {
            return printed.put("?", token, token);
        }
        return switch (tokens.statement().anchorKind(anchor)) {
            case NULL -> printed.put("NULL", token, token);
            case NEGATIVE_INTEGER -> printNegative(token, "1");
            case NEGATIVE_NUMBER -> printNegative(token, "1.5");
            default -> printLiteral(token, "?");
        };
    }

    private int printNegative(int token, String number) {
        printed.put("-", token, token);
        return printed.put(number, token, token);
    }

    private int lastOfList(int token) {
        int anchor = tokens.anchor(token);
        Statement statement = tokens.statement();
        if (anchor < 0 || !statement.isList(anchor)) {
            return token;
        }
        int last = token;
        while (tokens.start(last + 1) < statement.anchorEnd(anchor) && last + 1 < tokens.count()) {
            last++;
        }
        return last;
    }

    /** Strings that follow each other are one; {@code first} may be an introducer. */
    private int printString(int first, int token) {
        int last = lastOfList(token);
        while (tokens.type(last + 1).isString()) {
            last++;
        }
        return printed.put("'s'", first, last);
    }

    private int printSymbol(int token) {
        String symbol = tokens.text(token);
        if (symbol.equals("&&")) {
            return printed.put("AND", token, token);
        }
        if (symbol.equals("||") && !tokens.statement().rules().pipesAsConcat()) {
            return printed.put("OR", token, token);
        }
        if (symbol.equals(".")
                && tokens.isSymbol(token - 2, ".")
                && tokens.isSymbol(token - 4, ".")
                && tokens.isSymbol(token - 6, ".")) {
            // No name has so many parts, and the parser's time grows with their square: it gets a text that ends here.
            return tokens.count();
        }
        if (symbol.equals("[")) {
            // No statement of MySQL has one, and the parser, which takes it for an array, looks ahead from each.
            throw new UnreadableException("a bracket");
        }
        if (symbol.equals("~")) {
            // The parser knows one sign before an operand only, and so it gets an operator.
            return printed.put("0 ^", token, token);
        }
        if (isSign(token) && (isSign(token + 1) || isBelowZero(token + 1)) && beginsOperand(token)) {
            // The parser knows one sign before an operand only.
            printed.put("0", token, token);
        }
        if (symbol.equals("(") && tokens.isSymbol(token + 1, ")") && isValuesWord(token + 2)) {
            return token + 2;
        }
        return printed.put(symbol, token, token);
    }

    private boolean isSign(int token) {
        return tokens.isSymbol(token, "-") || tokens.isSymbol(token, "+");
    }

    /** Whether the token is a parameter that is printed with a sign. */
    private boolean isBelowZero(int token) {
        int anchor = tokens.anchor(token);
        return anchor != Tokens.NO_ANCHOR
                && switch (tokens.statement().anchorKind(anchor)) {
                    case NEGATIVE_INTEGER, NEGATIVE_NUMBER -> true;
                    default -> false;
                };
    }

    /** Whether the token before is no operand, so that a sign here belongs to the operand behind it. */
    private boolean beginsOperand(int token) {
        int before = token - 1;
        return switch (tokens.type(before)) {
            case SYMBOL -> !tokens.isSymbol(before, ")");
            case WORD ->
                !tokens.isSymbol(before - 1, ".") && isKeyword(before) && !VALUES.contains(tokens.upper(before));
            case END -> true;
            default -> false;
        };
    }

    private boolean isValuesWord(int token) {
        return tokens.isWord(token, "VALUES") || tokens.isWord(token, "VALUE");
    }
}
