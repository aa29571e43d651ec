package io.pinion.demo;

import java.nio.file.Path;

/** The directory that keeps unpacked programs, prepared data directories and downloads of tests between runs. */
public final class CacheDirectory {
    private CacheDirectory() {}

    /** {@code -Dpinion.cache} or {@code PINION_CACHE}, else {@code pinion} in the user's cache directory. */
    public static Path find() {
        String given = System.getProperty("pinion.cache", System.getenv().getOrDefault("PINION_CACHE", ""));
        if (!given.isBlank()) {
            return Path.of(given).toAbsolutePath();
        }
        String user = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path base = user.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(user);
        return base.resolve("pinion").toAbsolutePath();
    }
}
