package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.source.SourceStatus.State;
import io.pinion.config.source.TopologySource.Subscription;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final Path file;
    private FileSource source;

    FileSourceTest(@TempDir Path directory) throws Exception {
        file = directory.resolve("topology.json");
        Files.writeString(file, SourceDocuments.document(0, "main", "one"));
        source = FileSource.open(file);
    }

    @BeforeEach
    void serves() {
        assertThat(source.current().server("a").orElseThrow().host()).isEqualTo("one");
    }

    @AfterEach
    void close() {
        source.close();
    }

    private String host() {
        return source.current().server("a").orElseThrow().host();
    }

    @Test
    void aChangeIsServedWithinASecondAndCounted() throws IOException {
        List<Topology> adopted = new CopyOnWriteArrayList<>();
        source.subscribe(adopted::add);
        Files.writeString(file, SourceDocuments.document(0, "main", "two"));
        SourceDocuments.await("the change", A_SECOND, () -> host().equals("two"));
        SourceDocuments.await("the listener", A_SECOND, () -> adopted.size() == 2);
        assertThat(adopted).extracting(Topology::generation).containsExactly(1L, 2L);
        assertThat(source.status().state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void aHalfWrittenDocumentIsRefusedAndTheNextOneServes() throws IOException {
        String whole = SourceDocuments.document(0, "main", "two");
        Files.writeString(file, whole.substring(0, 40));
        SourceDocuments.await(
                "the refusal", A_SECOND, () -> source.status().refused().isPresent());
        assertThat(source.status().problems()).hasSize(1);
        assertThat(host()).isEqualTo("one");
        Files.writeString(file, whole);
        SourceDocuments.await("the whole document", A_SECOND, () -> host().equals("two"));
        assertThat(source.status().refused()).isEmpty();
    }

    @Test
    void aFileThatIsGoneLeavesTheTopology() throws IOException {
        Files.delete(file);
        SourceDocuments.await("the loss", A_SECOND, () -> source.status().state() == State.LOST);
        assertThat(host()).isEqualTo("one");
        Files.writeString(file, SourceDocuments.document(0, "main", "two"));
        SourceDocuments.await("the new file", A_SECOND, () -> host().equals("two"));
        assertThat(source.status().state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void aDocumentThatCountsMustCountUp() throws IOException {
        Files.writeString(file, SourceDocuments.document(5, "main", "five"));
        SourceDocuments.await("generation 5", A_SECOND, () -> source.status().generation() == 5);
        Files.writeString(file, SourceDocuments.document(4, "main", "four"));
        SourceDocuments.await(
                "the refusal", A_SECOND, () -> source.status().refused().isPresent());
        assertThat(source.status().refused().orElseThrow()).contains("generation 4 is lower than the running 5");
        Files.writeString(file, SourceDocuments.document(5, "main", "other"));
        SourceDocuments.await(
                "the second refusal",
                A_SECOND,
                () -> source.status().refused().orElse("").contains("raise it"));
        assertThat(host()).isEqualTo("five");
    }

    @Test
    void anotherClustersDocumentIsRefused() throws IOException {
        Files.writeString(file, SourceDocuments.document(0, "other", "two"));
        SourceDocuments.await(
                "the refusal",
                A_SECOND,
                () -> source.status().refused().orElse("").equals("the document is of cluster other, not of main"));
        assertThat(host()).isEqualTo("one");
    }

    @Test
    void replacingComparesAndKeepsPermissions() throws Exception {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        long version = source.store().read().orElseThrow().version();
        source.store().replace(OptionalLong.of(version), SourceDocuments.document(0, "main", "two"), Optional.empty());
        SourceDocuments.await("the change", A_SECOND, () -> host().equals("two"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThatThrownBy(() -> source.store()
                        .replace(
                                OptionalLong.of(version),
                                SourceDocuments.document(0, "main", "three"),
                                Optional.empty()))
                .isInstanceOf(VersionConflict.class);
    }

    @Test
    void aListenerThatThrowsStopsNobody() throws IOException {
        List<Topology> adopted = new CopyOnWriteArrayList<>();
        source.subscribe(topology -> {
            throw new IllegalStateException("broken listener");
        });
        Subscription second = source.subscribe(adopted::add);
        SourceDocuments.await("the running topology", A_SECOND, () -> adopted.size() == 1);
        second.cancel();
        Files.writeString(file, SourceDocuments.document(0, "main", "two"));
        SourceDocuments.await("the change", A_SECOND, () -> host().equals("two"));
        assertThat(adopted).hasSize(1);
    }

    @Test
    void withoutARightDocumentThereIsNoStart(@TempDir Path directory) throws IOException {
        Path wrong = directory.resolve("wrong.json");
        Files.writeString(wrong, "{\"cluster\": \"main\", \"server\": {}}");
        assertThatThrownBy(() -> FileSource.open(wrong))
                .isInstanceOf(TopologyUnavailable.class)
                .hasMessageContaining("the document has errors")
                .hasMessageContaining("did you mean servers?");
        assertThatThrownBy(() -> FileSource.open(directory.resolve("none.json")))
                .isInstanceOf(TopologyUnavailable.class)
                .hasMessageContaining("none.json");
    }
}
