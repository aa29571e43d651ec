package io.pinion.server.session;

import io.pinion.server.session.Setting.Group;
import java.util.List;

/**
 * The settings by which a server reads and resolves a text when it is prepared. An execution keeps what came of them, such as
 * the time of {@code system_versioning_asof}, the character set {@code utf8} or the type of a quotient. Which ones count is up
 * to the server, so these are all but the user variables and what belongs to transactions: drivers change autocommit
 * often, and it decides nothing there.
 *
 * @param textRules those by which it reads the text and gives its literals their character set: NAMES, sql_mode
 */
public record PreparationSettings(List<Setting> textRules, List<Setting> others) {
    static PreparationSettings of(List<Setting> settings) {
        return new PreparationSettings(
                settings.stream().filter(PreparationSettings::isTextRule).toList(),
                settings.stream()
                        .filter(setting -> setting.group() == Group.PLAIN
                                && !isTextRule(setting)
                                && !setting.key().equals(SessionVariables.AUTOCOMMIT))
                        .toList());
    }

    private static boolean isTextRule(Setting setting) {
        return setting.group() == Group.CHARSET || setting.key().equals(SessionVariables.SQL_MODE);
    }
}
