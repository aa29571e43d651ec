package io.pinion.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A MariaDB server program on this machine.
 *
 * @param name names the version in directory names, such as {@code mariadb-11.4.5}
 * @param executable the {@code mariadbd} file
 * @param share the directory of the error messages, the character sets and the SQL that makes the system tables
 */
public record ServerProgram(String name, Path executable, Path share) {
    /** The system property, and below it the environment variable, with the path of a server program to run. */
    public static final String PROPERTY = "pinion.mysqld";

    public static final String VARIABLE = "PINION_MYSQLD";

    /**
     * The program that {@value #PROPERTY} or {@value #VARIABLE} names, else the one from Maven, unpacked into the cache
     * at the first use.
     *
     * @throws IOException when neither exists; the message says what to do
     */
    public static ServerProgram find() throws IOException {
        String given = System.getProperty(PROPERTY, System.getenv().getOrDefault(VARIABLE, ""));
        return given.isBlank() ? new UnpackedMariaDb(CacheDirectory.find()).program() : at(Path.of(given));
    }

    /** A program installed on this machine; its share directory is looked for where packages put it. */
    static ServerProgram at(Path executable) throws IOException {
        Path real = executable.toRealPath();
        Path base = real.resolve("../..").normalize();
        try (Stream<Path> candidates =
                Stream.of("share/mysql", "share/mariadb", "share").map(base::resolve)) {
            Path share = candidates
                    .filter(ServerProgram::holdsSystemTables)
                    .findFirst()
                    .orElseThrow(() -> new IOException("no MariaDB share directory beside " + real
                            + ": give the path of a mariadbd in a complete installation in " + VARIABLE));
            return new ServerProgram(cacheName(real), real, share);
        }
    }

    /** The SQL files that together make the system tables, in the order in which they must run. */
    List<Path> systemTables() {
        return Stream.of(
                        "system_tables.sql",
                        "performance_tables.sql",
                        "system_tables_data.sql",
                        "maria_add_gis_sp_bootstrap.sql",
                        "sys_schema.sql")
                .map(name -> name.startsWith("maria_") ? share.resolve(name) : sql(share, name))
                .toList();
    }

    private static boolean holdsSystemTables(Path share) {
        return Files.isReadable(sql(share, "system_tables.sql"));
    }

    /** MariaDB 10.x has MySQL's names for these files. */
    private static Path sql(Path share, String name) {
        Path own = share.resolve("mariadb_" + name);
        return Files.exists(own) ? own : share.resolve("mysql_" + name);
    }

    /** After an upgrade another program has the same path, and must not use the old one's template. */
    private static String cacheName(Path executable) throws IOException {
        long modified = Files.getLastModifiedTime(executable).toMillis();
        return "mariadb-" + Integer.toHexString(executable.hashCode()) + "-" + Long.toHexString(modified);
    }
}
