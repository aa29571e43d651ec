package io.pinion.server.tls;

import static io.pinion.server.testing.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class FollowedFilesTest {
    private final Path directory;

    FollowedFilesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void aChangedFileIsReadAgain() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "one");
        try (FollowedFiles<String> followed = follow(file)) {
            assertThat(followed.get()).isEqualTo("one");
            Files.writeString(file, "two");
            await(() -> followed.get().equals("two"));
        }
    }

    @Test
    void whatCannotBeUsedLeavesWhatWasBefore() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "one");
        try (FollowedFiles<String> followed = follow(file)) {
            Files.writeString(file, "bad");
            await(() -> followed.state().refused().isPresent());
            assertThat(followed.get()).isEqualTo("one");
            assertThat(followed.state().refused()).contains("bad is bad");

            Files.writeString(file, "one");
            await(() -> followed.state().refused().isEmpty());
        }
    }

    @Test
    void aFileThatIsGoneLeavesWhatWasBefore() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "one");
        try (FollowedFiles<String> followed = follow(file)) {
            Files.delete(file);
            await(() -> followed.state().refused().isPresent());
            assertThat(followed.get()).isEqualTo("one");
        }
    }

    @Test
    void nothingBeginsWithWhatCannotBeUsed() throws IOException {
        Path file = Files.writeString(directory.resolve("f"), "bad");
        assertThatThrownBy(() -> follow(file)).hasMessage("bad is bad");
    }

    private static FollowedFiles<String> follow(Path file) throws IOException, GeneralSecurityException {
        return FollowedFiles.follow(
                List.of(file),
                () -> {
                    String text = Files.readString(file);
                    if (text.equals("bad")) {
                        throw new GeneralSecurityException("bad is bad");
                    }
                    return text;
                },
                Duration.ofMillis(5));
    }
}
