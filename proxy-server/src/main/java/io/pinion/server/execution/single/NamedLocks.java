package io.pinion.server.execution.single;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionObjects.Thing;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The effect of a text on the named locks of its session, where the text is simple: {@code SELECT GET_LOCK('job', 10)}.
 * The names are literals, which plans don't keep, so the text is parsed once more; few texts have such functions.
 */
final class NamedLocks {
    private static final int LONGEST_CHARACTERS = 1_000;

    private static final Pattern ONE_FUNCTION =
            Pattern.compile("(?is)(?:\\s|/\\*(?![!M]).*?\\*/)*+(?:SELECT|DO)\\s+(?<function>\\w+)\\s*"
                    + "\\(\\s*(?:'(?<name>[^'\\\\]*)'\\s*(?:,\\s*[-+.\\d]+\\s*)?)?\\)"
                    + "(?:\\s+(?:AS\\s+)?`?\\w+`?)?\\s*+;?\\s*+");

    private NamedLocks() {}

    /**
     * @param text a statement that uses named locks
     * @param mariaDb lock names are case-sensitive, as on MariaDB and not on MySQL (measured on 11.4 and 9.7)
     * @return the locks that it takes and releases, if it succeeds; empty when unknown, so that it may have taken any
     */
    static Optional<SessionObjects> in(String text, boolean mariaDb) {
        if (text.length() > LONGEST_CHARACTERS) {
            return Optional.empty();
        }
        Matcher matcher = ONE_FUNCTION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String name = matcher.group("name");
        List<Thing> lock = name == null || name.isEmpty()
                ? List.of()
                : List.of(new Thing(RetainedState.NAMED_LOCK, mariaDb ? name : name.toLowerCase(Locale.ROOT)));
        return switch (matcher.group("function").toUpperCase(Locale.ROOT)) {
            // The row tells whether GET_LOCK succeeded, but isn't read. The assumption that it did only pins the
            // connection.
            case "GET_LOCK" -> lock.isEmpty() ? Optional.empty() : Optional.of(new SessionObjects(lock, List.of()));
            case "RELEASE_LOCK" -> Optional.of(new SessionObjects(List.of(), lock));
            case "RELEASE_ALL_LOCKS" ->
                Optional.of(new SessionObjects(
                        List.of(), List.of(new Thing(RetainedState.NAMED_LOCK, SessionObjects.ALL))));
            case "IS_FREE_LOCK", "IS_USED_LOCK" -> Optional.of(SessionObjects.NONE);
            default -> Optional.empty();
        };
    }
}
