package io.pinion.server.session;

import io.pinion.server.session.Setting.Group;
import java.util.List;
import java.util.Map;

/**
 * Settings whose meaning depends on another one, their base. Servers check all values of one SET before they set any, so
 * that a dependent setting means something else beside a new base (measured on MariaDB 11.4): it is sent behind it, and again
 * whenever the base is.
 */
final class DependentSettings {
    /** The variables that NAMES and CHARACTER SET change; the collation decides the connection's character set. */
    static final List<String> CHARACTER_SETS =
            List.of("character_set_client", "character_set_results", "collation_connection");

    /** Old modes decide what {@code utf8} is, the others which collation a character set has; each resets its variable. */
    private static final Map<String, List<String>> BY_BASE = Map.of(
            "old_mode",
            CHARACTER_SETS,
            "character_set_collations",
            CHARACTER_SETS,
            "default_collation_for_utf8mb4",
            CHARACTER_SETS,
            "character_set_server",
            List.of("collation_server"),
            "character_set_database",
            List.of("collation_database"),
            "max_join_size",
            List.of("sql_big_selects"),
            "time_zone",
            List.of("system_versioning_asof"));

    private DependentSettings() {}

    /** The variables that depend on {@code base}, mostly none. */
    static List<String> of(String base) {
        return BY_BASE.getOrDefault(base, List.of());
    }

    /** Whether the setting depends on one of {@code bases}. */
    static boolean isBehind(Setting setting, List<String> bases) {
        for (String base : bases) {
            List<String> dependent = of(base);
            if (setting.group() == Group.CHARSET
                    ? dependent.equals(CHARACTER_SETS)
                    : dependent.contains(setting.key())) {
                return true;
            }
        }
        return false;
    }
}
