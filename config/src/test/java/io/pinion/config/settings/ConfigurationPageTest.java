package io.pinion.config.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.network.Networks;
import io.pinion.config.settings.SettingsReader.SettingsReading;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} and the records say the same. */
class ConfigurationPageTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z0-9_.]+)` \\| (?:`([^`]*)`)? *\\| .+ \\|$", Pattern.MULTILINE);
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private final String page = Files.readString(Path.of("../docs/configuration.md"));

    ConfigurationPageTest() throws IOException {}

    @Test
    void everySettingStandsThereWithItsDefault() throws ReflectiveOperationException {
        Map<String, String> documented = new LinkedHashMap<>();
        Matcher rows = ROW.matcher(page);
        while (rows.find()) {
            documented.put(rows.group(1), rows.group(2) == null ? "" : rows.group(2));
        }
        Map<String, String> settings = new LinkedHashMap<>();
        collect("", Settings.DEFAULT, settings);
        assertThat(documented).containsExactlyInAnyOrderEntriesOf(settings);
    }

    private static void collect(String prefix, Record section, Map<String, String> settings)
            throws ReflectiveOperationException {
        for (RecordComponent component : section.getClass().getRecordComponents()) {
            String name = prefix + SettingText.nameOf(component.getName());
            Object value = component.getAccessor().invoke(section);
            if (value instanceof Record inner
                    && !(value instanceof ByteSize)
                    && !(value instanceof ByteRate)
                    && !(value instanceof Networks)
                    && !(value instanceof OffOrTime)) {
                collect(name + ".", inner, settings);
            } else {
                settings.put(name, SettingText.of(value));
            }
        }
    }

    @Test
    void everyExampleIsRead() {
        List<String> examples = new ArrayList<>();
        Matcher matcher = EXAMPLE.matcher(page);
        while (matcher.find()) {
            examples.add(matcher.group(1));
        }
        assertThat(examples).isNotEmpty();
        assertThat(examples).allSatisfy(example -> assertThat(new SettingsReader().read(example))
                .isInstanceOf(SettingsReading.Read.class));
    }
}
