package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Secrets.SecretMissing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
    private final Secrets secrets = new Secrets(Map.of("DATA", "pass word")::get);

    @Test
    void theEnvironmentHoldsASecret() throws SecretMissing {
        assertThat(secrets.resolve("env:DATA")).isEqualTo("pass word");
    }

    @Test
    void aFileHoldsASecretAndMayEndWithANewline(@TempDir Path directory) throws IOException, SecretMissing {
        Path file = directory.resolve("secret");
        Files.writeString(file, "a\nb\n");
        assertThat(secrets.resolve("file:" + file)).isEqualTo("a\nb");
        Files.writeString(file, "rotated");
        assertThat(secrets.resolve("file:" + file)).isEqualTo("rotated");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> secrets.resolve("env:NONE"))
                .isInstanceOf(SecretMissing.class)
                .hasMessage("the environment variable NONE is not set");
        assertThatThrownBy(() -> secrets.resolve("file:/does/not/exist"))
                .isInstanceOf(SecretMissing.class)
                .hasMessageContaining("/does/not/exist");
    }

    @Test
    void clearTextIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> secrets.resolve("hunter2"))
                .isInstanceOf(SecretMissing.class)
                .hasMessageNotContaining("hunter2");
    }
}
