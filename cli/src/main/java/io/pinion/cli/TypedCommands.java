package io.pinion.cli;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in commands of {@code pinion} what a proxy says in admin statements.
 *
 * @param options with which a command reaches the same proxy, each with a blank before it
 */
record TypedCommands(String options) {
    private record Rule(Pattern statement, Function<MatchResult, String> command) {}

    /** The text with each admin statement that has a command replaced by that. */
    String of(String text) {
        for (Rule rule : rules()) {
            String told = rule.statement.matcher(text).replaceAll(rule.command.andThen(Matcher::quoteReplacement));
            if (!told.equals(text)) {
                return told;
            }
        }
        return text;
    }

    private List<Rule> rules() {
        return List.of(
                rule(
                        "PROMOTE PAIR ([^\\s,]+)( FORCE FENCED)?",
                        found -> "pairs promote " + found.group(1) + (found.group(2) == null ? "" : " --force --fenced")
                                + options),
                rule("OPEN PAIR ([^\\s,]+)", found -> "pairs open " + found.group(1) + options),
                rule(
                        "REPLACE STANDBY ([^\\s,]+) WITH ([^\\s,]+)( DISCARD CONTENTS)?",
                        found -> "pairs replace-standby " + found.group(1) + " --with " + found.group(2)
                                + (found.group(3) == null ? "" : " --discard-contents") + options),
                rule(
                        "ADD STANDBY ([^\\s,]+) '([^']+)'",
                        found -> "pairs add-standby " + found.group(1) + " --standby " + found.group(2) + options),
                rule(
                        "(RESUME|CANCEL|FINISH|REVERT) OPERATION (\\d+)",
                        found -> "operations " + lower(found.group(1)) + " " + found.group(2) + options),
                rule(
                        "SHOW OPERATIONS WHERE operation = '(\\d+)'",
                        found -> "operations show " + found.group(1) + options),
                rule(
                        "SHOW ([A-Z ]+) at ([^\\s,]+):(\\d+)",
                        found -> "show " + lower(found.group(1)) + " --host " + found.group(2) + " --port "
                                + found.group(3)),
                rule(
                        "SHOW ([A-Z]+) WHERE (.+)",
                        found -> "show " + lower(found.group(1)) + " where \"" + found.group(2) + "\"" + options),
                rule("SHOW ([A-Z ]+)$", found -> "show " + lower(found.group(1)) + options));
    }

    private static Rule rule(String statement, Function<MatchResult, String> command) {
        return new Rule(Pattern.compile(statement), command.andThen("pinion "::concat));
    }

    private static String lower(String words) {
        return words.toLowerCase(Locale.ROOT);
    }
}
