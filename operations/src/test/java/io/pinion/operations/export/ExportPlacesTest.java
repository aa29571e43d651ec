package io.pinion.operations.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.ExportSettings;
import io.pinion.config.topology.Secrets;
import io.pinion.operations.server.ServerAccess;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExportPlacesTest {
    private static final ServerAccess SECRETS = new ServerAccess(new Secrets(name -> null), Map::of);

    private static ExportPlaces below(String directory) {
        return new ExportPlaces(
                RecordCopy.of(ExportSettings.DEFAULT, Map.of("directory", Optional.of(Path.of(directory)))), SECRETS);
    }

    @Test
    void aDirectoryIsBelowThatOfTheSettings() throws Exception {
        assertThat(below("/srv/exports").open("a/b")).hasToString("/srv/exports/a/b");
        assertThat(below("/srv/exports").open("/srv/exports/a")).hasToString("/srv/exports/a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "../b | isn't below exports.directory",
                "/srv/exports-b | isn't below exports.directory",
                "a/../.. | isn't below exports.directory",
                ". | isn't below exports.directory",
                "gs://bucket/a | there is no way to",
                "s3://bucket | names no place in a bucket"
            })
    void otherPlacesAreRefused(String place, String why) {
        assertThatThrownBy(() -> below("/srv/exports").open(place)).hasMessageContaining(why);
    }

    @Test
    void withoutTheSettingThereAreNoDirectories() {
        assertThatThrownBy(() -> new ExportPlaces(ExportSettings.DEFAULT, SECRETS).open("a"))
                .hasMessageContaining("set exports.directory");
    }

    @Test
    void aTableNamesADirectoryAndNothingElse() {
        assertThat(PartExport.directory("board_has_pins")).isEqualTo("board_has_pins");
        assertThat(PartExport.directory("../a/b c")).isEqualTo("%2E%2E%2Fa%2Fb%20c");
        assertThat(PartExport.directory("_hidden")).isEqualTo("%5Fhidden");
    }
}
