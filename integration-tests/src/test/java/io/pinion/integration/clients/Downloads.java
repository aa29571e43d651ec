package io.pinion.integration.clients;

import io.pinion.demo.CacheDirectory;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What tests fetch from package registries: once, into Pinion's cache directory, where other builds find it too. */
final class Downloads {
    private Downloads() {}

    /** Fills an empty directory. */
    interface Fetch {
        InstalledProgram.Outcome into(Path directory) throws IOException;
    }

    /**
     * The directory of that name, fetched if it isn't there.
     *
     * @param name tells the version too: a directory never changes
     * @return empty when it can't be had, of which the reason is printed
     */
    static Optional<Path> directory(String name, Fetch fetch) throws IOException {
        Path cache = CacheDirectory.find();
        Path directory = cache.resolve(name);
        if (Files.isDirectory(directory)) {
            return Optional.of(directory);
        }
        Files.createDirectories(cache);
        // Another build may do the same: whoever is ready first gives the directory its name.
        Path fetched = Files.createTempDirectory(cache, name);
        var outcome = fetch.into(fetched);
        if (outcome.status() != 0) {
            System.out.println(name + " can't be fetched: " + outcome.output());
            delete(fetched);
            return Optional.empty();
        }
        try {
            Files.move(fetched, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException ready) {
            delete(fetched);
        }
        return Optional.of(directory);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
