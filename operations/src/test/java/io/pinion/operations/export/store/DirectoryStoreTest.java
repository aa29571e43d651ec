package io.pinion.operations.export.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryStoreTest {
    @Test
    void aDirectoryIsMadeWhereNothingIs(@TempDir Path root) throws IOException {
        new DirectoryStore(root.resolve("exports/night")).requireWritable();
    }

    @Test
    void aFileInTheWayIsTold(@TempDir Path root) throws IOException {
        Path file = Files.createFile(root.resolve("exports"));

        assertThatThrownBy(() -> new DirectoryStore(file.resolve("night")).requireWritable())
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is no directory in which this proxy may make files");
    }
}
