package io.pinion.routing.planner.keyspace;

import io.pinion.routing.analysis.SortedGroups;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.dml.CopyPlanning;
import io.pinion.routing.planner.rights.FunctionCalls;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reasons that keep a statement from running on several shards, whatever its tables are. */
final class NeverOnSeveral {
    private static final Map<Mention, String> MENTIONED = new EnumMap<>(Map.of(
            Mention.RANDOM, "each would draw other random values",
            Mention.WAITS, "each would wait",
            Mention.INTO_FILE, "each would write its own file",
            Mention.ROWNUM, "ROWNUM() counts the rows of each by themselves",
            Mention.SEQUENCE, "sequences are each server's own"));

    private NeverOnSeveral() {}

    /** A clause that begins in lower case; null when there is none. */
    static @Nullable String reason(Tokens tokens, SessionEffects effects) {
        if (effects.callsStored()) {
            return ofCalled(tokens);
        }
        if (effects.retainedState().equals(Set.of(SessionEffects.RetainedState.FOUND_ROWS))) {
            return "SQL_CALC_FOUND_ROWS counts the rows of all of them";
        }
        if (!effects.retainedState().isEmpty() || effects.insertId() != SessionEffects.InsertIdEffect.KEPT) {
            return (tokens.statement().mentions(Mention.INTO_VARIABLE) ? "by INTO " : "")
                    + "it leaves something on the connection of a server, of which there would be several";
        }
        if (effects.readsPrevious()) {
            return "it reads what the statement before has left on one of them";
        }
        String words = ofWords(tokens);
        if (words != null) {
            return words;
        }
        return MENTIONED.entrySet().stream()
                .filter(mention -> tokens.statement().mentions(mention.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String ofWords(Tokens tokens) {
        String moment = CopyPlanning.differentMoment(tokens);
        if (moment != null) {
            return moment;
        }
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isWord(token, "ROWS") && tokens.isWord(token + 1, "EXAMINED")) {
                return "ROWS EXAMINED counts what one server reads";
            }
        }
        return SortedGroups.areIn(tokens)
                ? "GROUP BY doesn't sort over several of them: write ORDER BY for ASC or DESC"
                : null;
    }

    /** A seeming call may be a construct of MySQL's that Pinion doesn't know. */
    private static String ofCalled(Tokens tokens) {
        String function = FunctionCalls.unqualified(tokens, "ascii");
        String upper = function == null ? "" : function.toUpperCase(Locale.ROOT);
        return switch (upper) {
            case "" -> "what a stored routine does there can't be told from here";
            case "LATERAL" -> "LATERAL isn't done over several of them yet";
            case "ROLLUP", "CUBE" -> upper + " (…) isn't done over several of them: write GROUP BY … WITH ROLLUP";
            case "ANALYSE" -> "PROCEDURE ANALYSE isn't done over several of them";
            default -> "what the stored routine " + function + " does there can't be told from here";
        };
    }
}
