package io.pinion.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The server programs that packages have installed on this machine.
 *
 * @param directories where they are looked for, the first of them first
 */
record InstalledPrograms(List<Path> directories) {
    private static final List<String> NAMES = List.of("mariadbd", "mysqld");

    /** Beside the directories of the search path, those that packages use and that few have there. */
    private static final List<String> USUAL = List.of(
            "/usr/sbin",
            "/usr/libexec",
            "/usr/local/bin",
            "/usr/local/mysql/bin",
            "/usr/local/opt/mariadb/bin",
            "/usr/local/opt/mysql/bin",
            "/opt/homebrew/bin",
            "/opt/homebrew/opt/mariadb/bin",
            "/opt/homebrew/opt/mysql/bin");

    /** Those of this machine. */
    InstalledPrograms() {
        this(Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)), USUAL.stream())
                .filter(directory -> !directory.isBlank())
                .map(Path::of)
                .toList());
    }

    /**
     * The first that is complete.
     *
     * @throws IOException when there is none; the message says what to install
     */
    ServerProgram first() throws IOException {
        List<String> incomplete = new ArrayList<>();
        for (Path program : programs()) {
            try {
                return ServerProgram.at(program);
            } catch (IOException e) {
                incomplete.add(String.valueOf(e.getMessage()));
            }
        }
        throw new IOException("the MariaDB that comes with Pinion is for Linux on x86-64 only, or doesn't run here ("
                + UnpackedMariaDb.SYSTEM + "), and no other is installed: install MariaDB 10.6 or newer, or MySQL 8.4"
                + " or newer (Debian and Ubuntu: apt-get install mariadb-server; Fedora: dnf install mariadb-server;"
                + " macOS: brew install mariadb), or give the path of a mariadbd or mysqld in " + ServerProgram.VARIABLE
                + (incomplete.isEmpty() ? "" : "; found, but not complete: " + String.join("; ", incomplete)));
    }

    private Set<Path> programs() {
        Set<Path> programs = new LinkedHashSet<>();
        for (String name : NAMES) {
            directories.stream()
                    .map(directory -> directory.resolve(name))
                    .filter(Files::isExecutable)
                    .forEach(programs::add);
        }
        return programs;
    }
}
