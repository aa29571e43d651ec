package io.pinion.demo;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server program on this machine.
 *
 * @param name names the version in directory names, such as {@code mariadb-11.4.5}
 * @param executable the {@code mariadbd} or {@code mysqld} file
 * @param share the directory of the error messages, the character sets and, of MariaDB, the SQL that makes the system
 *     tables
 * @param dialect the product
 */
public record ServerProgram(String name, Path executable, Path share, Dialect dialect) {
    /** The system property, and below it the environment variable, with the path of a server program to run. */
    public static final String PROPERTY = "pinion.mysqld";

    public static final String VARIABLE = "PINION_MYSQLD";

    /** The file of a data directory with MySQL's server_uuid, which no other server may have. */
    static final String IDENTITY = "auto.cnf";

    /**
     * The program that {@value #PROPERTY} or {@value #VARIABLE} names, else the one from Maven, unpacked into the cache
     * at the first use, else, where that doesn't run, an installed one.
     *
     * @throws IOException when none exists; the message says what to do
     */
    public static ServerProgram find() throws IOException {
        String given = System.getProperty(PROPERTY, System.getenv().getOrDefault(VARIABLE, ""));
        if (!given.isBlank()) {
            return at(Path.of(given));
        }
        UnpackedMariaDb bundled = new UnpackedMariaDb(CacheDirectory.find());
        return bundled.runsHere() ? bundled.program() : new InstalledPrograms().first();
    }

    /** A program installed on this machine; its share directory is looked for where packages put it. */
    static ServerProgram at(Path executable) throws IOException {
        Path real = executable.toRealPath();
        Path base = real.resolve("../..").normalize();
        List<Path> shares = Stream.of("share/mysql", "share/mariadb", "share")
                .map(base::resolve)
                .toList();
        for (Path share : shares) {
            if (holdsSystemTables(share)) {
                return new ServerProgram(cacheName("mariadb-", real), real, share, new MariaDb());
            }
        }
        for (Path share : shares) {
            if (holdsMessages(share)) {
                return new ServerProgram(cacheName("mysql-", real), real, share, new MySql());
            }
        }
        throw new IOException("no share directory of MariaDB or MySQL beside " + real
                + ": give the path of a mariadbd or mysqld in a complete installation in " + VARIABLE);
    }

    /** Whether it is the one from Maven. */
    boolean isBundled() {
        return name.equals(UnpackedMariaDb.NAME);
    }

    /** The SQL files that together make MariaDB's system tables, in the order in which they must run. */
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

    /** A MySQL server has its system tables in itself. */
    private static boolean holdsMessages(Path share) {
        return Files.isReadable(share.resolve("english/errmsg.sys"));
    }

    /** MariaDB 10.x has MySQL's names for these files. */
    private static Path sql(Path share, String name) {
        Path own = share.resolve("mariadb_" + name);
        return Files.exists(own) ? own : share.resolve("mysql_" + name);
    }

    /** After an upgrade another program has the same path, and must not use the old one's template. */
    private static String cacheName(String product, Path executable) throws IOException {
        long modified = Files.getLastModifiedTime(executable).toMillis();
        return product + Integer.toHexString(executable.hashCode()) + "-" + Long.toHexString(modified);
    }
}
