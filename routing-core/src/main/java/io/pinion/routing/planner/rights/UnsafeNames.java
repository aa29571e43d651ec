package io.pinion.routing.planner.rights;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.InformationSchema;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.TokenType;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names that servers read otherwise than Pinion, which are refused for all users: {@code #mysql50#mysql} is
 * {@code mysql} to MariaDB; to MySQL 9.7 names of system variables are equal without their accents; both fold letters
 * outside ASCII in names of {@code information_schema}.
 */
public final class UnsafeNames {
    private static final Set<String> SCOPES =
            Set.of("SET", "STATEMENT", "GLOBAL", "SESSION", "LOCAL", "PERSIST", "PERSIST_ONLY");

    private UnsafeNames() {}

    /** Null for nearly all texts; one scan is enough for most of them. */
    public static RoutePlan.@Nullable Refused refusal(Request request) {
        Statement statement = request.statement();
        byte[] sql = statement.sql();
        boolean aboveAscii = false;
        boolean files = false;
        for (int at = statement.start(); at < statement.end(); at++) {
            aboveAscii |= sql[at] < 0;
            files |= sql[at] == '#' && isFile(sql, at, statement.end());
        }
        if (!aboveAscii && !files) {
            return null;
        }
        if (files && statement.problem().isPresent()) {
            return Refusals.unknownDatabase(Catalog.FILE_PREFIX);
        }
        boolean assigns = assigns(statement.kind()) || statement.mentions(Mention.SYSTEM_VARIABLE);
        boolean hint = statement.mentions(Mention.OPTIMIZER_HINT);
        boolean inside = request.current().isInformationSchema();
        boolean schema = aboveAscii && (inside || mentionsSchema(statement));
        if (!files && !assigns && !hint && !schema) {
            return null;
        }
        if (hint && aboveAscii && hasVariableAboveAscii(statement)) {
            return unknownVariable("SET_VAR");
        }
        Tokens tokens = Tokens.of(statement);
        String charset = request.session().charset();
        RoutePlan.Refused refused = files ? ofFiles(tokens, charset) : null;
        refused = refused == null && aboveAscii && assigns ? ofVariables(tokens, charset) : refused;
        return refused == null && schema ? ofInformation(tokens, charset, inside) : refused;
    }

    private static boolean isFile(byte[] sql, int at, int end) {
        for (int index = 0; index < Catalog.FILE_PREFIX.length(); index++) {
            if (at + index >= end || Character.toLowerCase(sql[at + index]) != Catalog.FILE_PREFIX.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    private static boolean assigns(StatementKind kind) {
        return switch (kind) {
            case SET, SET_STATEMENT, ROUTINE, COMPOUND -> true;
            default -> false;
        };
    }

    private static boolean mentionsSchema(Statement statement) {
        return statement
                .text(statement.start(), statement.end())
                .toLowerCase(Locale.ROOT)
                .contains("_schema");
    }

    private static boolean hasVariableAboveAscii(Statement statement) {
        String text = statement.text(statement.start(), statement.end());
        int hint = text.indexOf("/*+");
        while (hint >= 0) {
            int end = text.indexOf("*/", hint);
            if (end < 0) {
                return false;
            }
            String inside = text.substring(hint, end);
            if (!isAscii(inside) && inside.toLowerCase(Locale.ROOT).contains("set_var")) {
                return true;
            }
            hint = text.indexOf("/*+", end);
        }
        return false;
    }

    private static RoutePlan.@Nullable Refused ofFiles(Tokens tokens, String charset) {
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.type(token) == TokenType.QUOTED_NAME) {
                String name = tokens.name(token, charset);
                if (Catalog.namesFile(name)) {
                    return Refusals.unknownDatabase(name);
                }
            }
        }
        return null;
    }

    /** Local variables of bodies are included, since only the server knows their scopes. */
    private static RoutePlan.@Nullable Refused ofVariables(Tokens tokens, String charset) {
        StatementKind kind = tokens.statement().kind();
        boolean body = kind == StatementKind.ROUTINE || kind == StatementKind.COMPOUND;
        boolean assigning = kind == StatementKind.SET || kind == StatementKind.SET_STATEMENT;
        Assigning sets = new Assigning(tokens);
        int depth = 0;
        for (int token = 0; token < tokens.count(); token++) {
            boolean set = sets.begins(token);
            if (tokens.type(token) == TokenType.SYSTEM_VARIABLE && !isAscii(tokens.text(token))) {
                return unknownVariable(tokens.name(token, charset).substring(2));
            }
            if (body && tokens.isSymbol(token, ";")) {
                assigning = false;
                depth = 0;
            } else if (body && set) {
                assigning = true;
                depth = 0;
            } else if (kind == StatementKind.SET_STATEMENT && depth == 0 && tokens.isWord(token, "FOR")) {
                assigning = false;
            }
            depth += tokens.isSymbol(token, "(") ? 1 : tokens.isSymbol(token, ")") ? -1 : 0;
            boolean target = assigning && depth == 0 && tokens.isName(token) && isTarget(tokens, token);
            if (target && !isAscii(tokens.text(token))) {
                return unknownVariable(tokens.name(token, charset));
            }
        }
        return null;
    }

    private static boolean isTarget(Tokens tokens, int token) {
        boolean begins =
                tokens.isSymbol(token - 1, ",") || tokens.isSymbol(token - 1, ".") || tokens.isOneOf(token - 1, SCOPES);
        return begins
                && (tokens.isSymbol(token + 1, "=")
                        || tokens.isSymbol(token + 1, ":=")
                        || tokens.isSymbol(token + 1, "."));
    }

    private static RoutePlan.@Nullable Refused ofInformation(Tokens tokens, String charset, boolean inside) {
        for (int token = 0; token < tokens.count(); token++) {
            if (!tokens.isName(token) || isAscii(tokens.text(token))) {
                continue;
            }
            String name = tokens.name(token, charset);
            boolean qualified = tokens.isSymbol(token - 1, ".");
            boolean there = qualified && tokens.isName(token - 2) && isSchema(tokens.name(token - 2, charset));
            if (there || (inside && !qualified && isAscii(folded(name)))) {
                return Refusals.unknownInformation(name);
            }
        }
        return null;
    }

    private static boolean isSchema(String name) {
        return InformationSchema.is(name) || name.equalsIgnoreCase("performance_schema");
    }

    /** As {@link String#equalsIgnoreCase} has it, letter by letter. */
    private static String folded(String name) {
        StringBuilder folded = new StringBuilder();
        for (int at = 0; at < name.length(); at++) {
            folded.append(Character.toLowerCase(Character.toUpperCase(name.charAt(at))));
        }
        return folded.toString();
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(letter -> letter < 0x80);
    }

    private static RoutePlan.Refused unknownVariable(String name) {
        return Refusals.unknownVariable(name);
    }
}
