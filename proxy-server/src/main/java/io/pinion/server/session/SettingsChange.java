package io.pinion.server.session;

import io.pinion.routing.plan.StatementTraits.LeftBehind;
import java.util.Optional;
import java.util.Set;

/**
 * What a {@code SET} statement does to a session, once a server has accepted it.
 *
 * @param settings the session's settings afterwards
 * @param charset {@code character_set_client} afterwards
 * @param sqlMode the flags that change how text is read, afterwards
 * @param autocommit the value it gives to autocommit, if it does
 * @param nextCharacteristics what it states for the next transaction only, if it does
 * @param pins what it sets that can't be replayed
 * @param serverNeeded false when it is known to be valid without asking a server, as with {@code autocommit=0}
 */
public record SettingsChange(
        Settings settings,
        String charset,
        SqlMode sqlMode,
        Optional<Boolean> autocommit,
        Optional<String> nextCharacteristics,
        Set<LeftBehind> pins,
        boolean serverNeeded) {
    public SettingsChange {
        pins = Set.copyOf(pins);
    }
}
