package io.pinion.routing.planner.session;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.HexLiteral;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET DIAGNOSTICS} about a statement whose diagnostics no server has: it becomes the {@code SET} of the
 * variables that it names.
 */
record DiagnosticsReading(Tokens tokens, PreviousDiagnostics previous, Conditions conditions) {
    private static final String NO_SUCH_CONDITION = "Invalid condition number";
    private static final int INVALID_CONDITION_NUMBER = 1758;

    /** Items that are fixed for conditions outside of routines (MySQL manual, "GET DIAGNOSTICS Statement"). */
    private static final Set<String> ALWAYS_EMPTY = Words.setOf("""
            CONSTRAINT_CATALOG CONSTRAINT_SCHEMA CONSTRAINT_NAME CATALOG_NAME SCHEMA_NAME TABLE_NAME
            COLUMN_NAME CURSOR_NAME""");

    /** Null when a server answers: it has the diagnostics, or the statement's form is unknown. */
    static @Nullable RoutePlan plan(Request request, PreviousDiagnostics previous) {
        if (previous.conditions().isEmpty()) {
            return null;
        }
        Tokens tokens = Tokens.of(request.statement());
        return new DiagnosticsReading(tokens, previous, previous.conditions().get()).plan(request);
    }

    private @Nullable RoutePlan plan(Request request) {
        int token = tokens.isWord(1, "CURRENT") ? 2 : 1;
        if (!tokens.isWord(0, "GET") || !tokens.isWord(token, "DIAGNOSTICS")) {
            return null;
        }
        token++;
        Condition condition = null;
        if (tokens.isOneOf(token, "CONDITION", "EXCEPTION")) {
            String number = tokens.text(token + 1);
            if (!number.matches("[0-9]{1,9}")) {
                return null;
            }
            int place = Integer.parseInt(number);
            if (place < 1 || place > conditions.listed().size()) {
                return new RoutePlan.Local(noSuchCondition());
            }
            condition = conditions.listed().get(place - 1);
            token += 2;
        }
        String assignments = assignments(token, condition);
        if (assignments == null) {
            return null;
        }
        byte[] sql = ("SET " + assignments).getBytes(StandardCharsets.ISO_8859_1);
        return request.replan(sql) instanceof RoutePlan.ChangeSession(SessionChange.Assign assign, StatementText text)
                ? new RoutePlan.ChangeSession(new SessionChange.Diagnose(assign, new StatementText.Edited(sql)))
                : null;
    }

    /** Servers add an error to the list, but answer with an OK. */
    private LocalAnswer noSuchCondition() {
        List<Condition> listed = new ArrayList<>(conditions.listed());
        listed.add(new Condition(Condition.ERROR, INVALID_CONDITION_NUMBER, "35000", NO_SUCH_CONDITION));
        return new LocalAnswer.Done(1, Optional.of(new Conditions(listed, conditions.count() + 1)));
    }

    /** {@code @a = NUMBER, @b = ROW_COUNT} from {@code token} on; null for anything else. */
    private @Nullable String assignments(int token, @Nullable Condition condition) {
        StringBuilder assignments = new StringBuilder();
        for (int at = token; at < tokens.count(); at += 4) {
            boolean wellFormed = tokens.type(at) == TokenType.USER_VARIABLE
                    && tokens.isSymbol(at + 1, "=")
                    && (at + 3 == tokens.count() || (tokens.isSymbol(at + 3, ",") && at + 4 < tokens.count()));
            String item = tokens.text(at + 2).toUpperCase(Locale.ROOT);
            String value = !wellFormed ? null : condition == null ? ofStatement(item) : ofCondition(condition, item);
            if (value == null) {
                return null;
            }
            assignments.append(assignments.isEmpty() ? "" : ", ").append(tokens.text(at));
            assignments.append(" = ").append(value);
        }
        return assignments.isEmpty() ? null : assignments.toString();
    }

    private @Nullable String ofStatement(String item) {
        return switch (item) {
            case "NUMBER" -> String.valueOf(conditions.listed().size());
            case "ROW_COUNT" ->
                previous.rowCount().isPresent()
                        ? String.valueOf(previous.rowCount().getAsLong())
                        : null;
            default -> null;
        };
    }

    private static @Nullable String ofCondition(Condition condition, String item) {
        return switch (item) {
            case "CLASS_ORIGIN", "SUBCLASS_ORIGIN" -> string("ISO 9075");
            case "MYSQL_ERRNO" -> String.valueOf(condition.code());
            case "RETURNED_SQLSTATE" -> string(condition.sqlState());
            case "MESSAGE_TEXT" -> string(condition.message());
            default -> ALWAYS_EMPTY.contains(item) ? string("") : null;
        };
    }

    /** In hexadecimal, because sql_mode decides what a backslash in a string means. */
    private static String string(String value) {
        return HexLiteral.ofText(value);
    }
}
