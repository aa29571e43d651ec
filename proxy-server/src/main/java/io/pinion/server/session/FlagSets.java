package io.pinion.server.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Variables of flags, of which a SET changes only those that it names: {@code optimizer_switch='mrr=on'}. */
final class FlagSets {
    private static final Set<String> NAMES = Set.of("optimizer_switch", "optimizer_trace", "optimizer_trace_features");

    private static final String DEFAULT = "default";

    private static final String FLAG = "(default|[a-z0-9_]++=(on|off|default))";

    private static final Pattern FLAGS = Pattern.compile("(?i)" + FLAG + "(," + FLAG + ")*+");

    private FlagSets() {}

    static boolean has(String variable) {
        return NAMES.contains(variable);
    }

    /** A number sets all flags, for example: Pinion then reads them from the server. */
    static boolean isUnderstood(String value) {
        return FLAGS.matcher(value).matches();
    }

    /**
     * The setting that gives any connection the flags that one has behind {@code SET variable='value'}.
     *
     * @param before the setting's value until now; empty for the server's default
     */
    static Setting setting(String variable, Optional<String> before, String value) {
        Map<String, String> flags = new LinkedHashMap<>();
        before.ifPresent(old -> put(old, flags));
        put(value, flags);
        return ComputedValue.OfSession.setting(
                variable,
                flags.entrySet().stream()
                        .map(flag -> "," + flag.getKey() + '=' + flag.getValue())
                        .collect(Collectors.joining("", DEFAULT, "")));
    }

    /** Servers take {@code default} first, wherever it stands. */
    private static void put(String value, Map<String, String> flags) {
        String[] parts = value.toLowerCase(Locale.ROOT).split(",");
        if (List.of(parts).contains(DEFAULT)) {
            flags.clear();
        }
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                flags.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
    }
}
