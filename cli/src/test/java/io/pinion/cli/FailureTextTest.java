package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
    private static final String PLACE = "/var/lib/pinion";

    @Test
    void aPathAloneGetsItsReason() {
        assertThat(FailureText.of(new AccessDeniedException(PLACE))).isEqualTo(PLACE + ": permission denied");
        assertThat(FailureText.of(new UncheckedIOException(new NoSuchFileException(PLACE))))
                .isEqualTo(PLACE + ": no such file or directory");
        assertThat(FailureText.of(new FileAlreadyExistsException(PLACE)))
                .isEqualTo(PLACE + ": a file of that name is in the way");
        assertThat(FailureText.of(new FileSystemException(PLACE))).isEqualTo(PLACE + ": FileSystemException");
    }

    @Test
    void whatSaysMoreStays() {
        assertThat(FailureText.of(new FileSystemException(PLACE, null, "Read-only file system")))
                .isEqualTo(PLACE + ": Read-only file system");
        assertThat(FailureText.of(new IOException("no port is free"))).isEqualTo("no port is free");
        assertThat(FailureText.of(new IOException())).isEqualTo("IOException");
    }
}
