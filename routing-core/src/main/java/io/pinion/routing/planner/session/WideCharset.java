package io.pinion.routing.planner.session;

import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionChange;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Character sets in which ASCII is more than one byte. Servers refuse them for {@code character_set_client} (MySQL
 * manual, "Impermissible Client Character Sets"). As the character set of results or of a connection's literals, they
 * would garble Pinion's own queries and the settings that it sends again.
 */
final class WideCharset {
    private static final Set<String> VARIABLES =
            Set.of("character_set_results", "character_set_connection", "collation_connection");

    private static final Pattern WIDE = Pattern.compile("(?i)(ucs2|utf16|utf16le|utf32)(_.*)?");

    private WideCharset() {}

    static Optional<Refused> refusal(SessionChange.Assign assign) {
        for (SessionChange.Assignment assignment : assign.assignments()) {
            if (assignment instanceof SessionChange.Assignment.SessionVariable variable
                    && VARIABLES.contains(variable.name().toLowerCase(Locale.ROOT))
                    && WIDE.matcher(variable.value()).matches()) {
                return Optional.of(new Refused(
                        1231,
                        "42000",
                        "Variable '%s' can't be set to the value of '%s': Pinion needs one in which ASCII is one byte"
                                .formatted(variable.name(), variable.value())));
            }
        }
        return Optional.empty();
    }
}
