package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.TopologyReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyEditorTest {
    private final FileStore store;
    private final TopologyEditor editor;
    private final Path file;

    TopologyEditorTest(@TempDir Path directory) {
        file = directory.resolve("topology.json");
        store = new FileStore(file);
        editor = new TopologyEditor(store);
    }

    private long set(String json, OptionalLong basedOn) throws Exception {
        Outcome outcome = editor.set(json, basedOn);
        assertThat(outcome).isInstanceOf(Outcome.Written.class);
        return ((Outcome.Written) outcome).topology().generation();
    }

    @Test
    void eachSetCountsUp() throws Exception {
        assertThat(set(SourceDocuments.document(0, "main", "one"), OptionalLong.empty()))
                .isEqualTo(1);
        assertThat(set(SourceDocuments.document(1, "main", "two"), OptionalLong.of(1)))
                .isEqualTo(2);
        assertThat(set(SourceDocuments.document(9, "main", "three"), OptionalLong.empty()))
                .isEqualTo(9);
        assertThat(Files.readString(file)).contains("\"generation\": 9");
    }

    @Test
    void aSetBasedOnAnOldGenerationIsAConflict() throws Exception {
        assertThat(set(SourceDocuments.document(7, "main", "one"), OptionalLong.empty()))
                .isEqualTo(7);
        assertThatThrownBy(() -> editor.set(SourceDocuments.document(0, "main", "two"), OptionalLong.of(6)))
                .isInstanceOf(VersionConflict.class)
                .hasMessageContaining("has generation 7");
    }

    @Test
    void aWrongDocumentIsNotWritten() throws Exception {
        assertThat(editor.set("{}", OptionalLong.empty())).isInstanceOf(Outcome.Refused.class);
        assertThat(store.read()).isEmpty();
    }

    @Test
    void whatReplacesABrokenDocumentCountsOn() throws Exception {
        Files.writeString(file, "{\"generation\": 41, \"nonsense\": true}");
        assertThat(set(SourceDocuments.document(0, "main", "one"), OptionalLong.empty()))
                .isEqualTo(42);
    }

    @Test
    void aChangeMeetsWhateverIsStoredAndCountsAboveWhatRuns() throws Exception {
        assertThat(set(SourceDocuments.document(7, "main", "one"), OptionalLong.empty()))
                .isEqualTo(7);

        Outcome unchanged = editor.change(topology -> topology, 9);
        Outcome changed = editor.change(
                topology -> new TopologyReader().read(SourceDocuments.document(7, "main", "two"))
                                instanceof Reading.Accepted accepted
                        ? accepted.topology()
                        : topology,
                9);

        assertThat(unchanged).isInstanceOfSatisfying(Outcome.Written.class, written -> assertThat(
                        written.topology().generation())
                .isEqualTo(7));
        assertThat(changed).isInstanceOfSatisfying(Outcome.Written.class, written -> assertThat(
                        written.topology().generation())
                .isEqualTo(10));
    }
}
