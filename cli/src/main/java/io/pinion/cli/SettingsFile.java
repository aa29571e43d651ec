package io.pinion.cli;

import io.pinion.config.settings.Settings;
import io.pinion.config.settings.SettingsReader;
import io.pinion.config.settings.SettingsReader.SettingsReading;
import java.nio.file.Path;

/** The settings file that {@code --config} names. */
final class SettingsFile {
    private SettingsFile() {}

    static Settings read(CliEnvironment environment, Path file) throws CliFailure {
        return switch (new SettingsReader().read(environment.read(file))) {
            case SettingsReading.Read(Settings read) -> read;
            case SettingsReading.Refused refused ->
                throw new CliFailure(
                        "the settings are refused:\n" + refused.text(file.toString()), ExitStatus.REFUSED, null);
        };
    }
}
