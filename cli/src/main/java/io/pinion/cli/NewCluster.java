package io.pinion.cli;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.Verifiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The files of a new cluster, and its first topology: accounts, one user, no servers.
 *
 * @param zooKeeper where the document is; empty for a file beside the settings
 * @param serverVersion what clients are greeted with until there are servers
 */
record NewCluster(String name, Path directory, Optional<NewZooKeeper> zooKeeper, String serverVersion, int port) {
    static final String SETTINGS = "pinion.yaml";
    static final String SECRETS = "secrets";

    /** Where commands ask a proxy when they aren't told. */
    static final int USUAL_PORT = 3306;

    private static final List<String> ACCOUNTS =
            List.of(Account.DATA, Account.MONITOR, Account.OPERATOR, "replication");

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    private static final int SECRET_LENGTH = 32;

    /** A password that nobody guesses, of letters and digits that look like no other. */
    static String secret() {
        return RANDOM.ints(SECRET_LENGTH, 0, LETTERS.length())
                .mapToObj(place -> LETTERS.substring(place, place + 1))
                .collect(Collectors.joining());
    }

    /** @throws CliFailure for what could not become a cluster */
    void check() throws CliFailure {
        if (!name.matches("[A-Za-z0-9_-]+")) {
            throw CliFailure.usage("--cluster: a name has letters, digits, - and _");
        }
        if (!serverVersion.matches("\\d+\\.\\d+\\.\\d+.*")) {
            throw CliFailure.usage(
                    "--server-version: write it as SELECT VERSION() does, such as 11.4.9-MariaDB or 9.7.0");
        }
        if (port < 1 || port > 65535) {
            throw CliFailure.usage("--port: " + port + " is not between 1 and 65535");
        }
    }

    /** The document, where it is a file. */
    Path document() {
        return directory.resolve("topology.json");
    }

    /** Settings, and a password for each account, readable for their owner alone. */
    List<Path> writeFiles() throws IOException {
        List<Path> written = new ArrayList<>();
        Path secrets = Files.createDirectories(directory.resolve(SECRETS));
        protect(secrets, "rwx------");
        for (String account : ACCOUNTS) {
            written.add(writeSecret(secrets.resolve(account), secret()));
        }
        Optional<String> ofZooKeeper = zooKeeper.flatMap(NewZooKeeper::password);
        if (ofZooKeeper.isPresent()) {
            written.add(writeSecret(secrets.resolve(NewZooKeeper.SECRET), ofZooKeeper.get()));
        }
        Path settings = directory.resolve(SETTINGS);
        Files.writeString(settings, settings());
        written.add(settings);
        return written;
    }

    private static Path writeSecret(Path file, String secret) throws IOException {
        Files.createFile(file);
        protect(file, "rw-------");
        Files.writeString(file, secret + "\n");
        return file;
    }

    private static void protect(Path file, String permissions) throws IOException {
        if (Files.getFileAttributeView(file, PosixFileAttributeView.class) != null) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        }
    }

    private String settings() {
        String topology = zooKeeper
                .map(where -> "  zookeeper: " + where.hosts() + "\n  cluster: " + name + "\n"
                        + where.settings(directory.resolve(SECRETS)))
                .orElseGet(() -> "  file: " + document() + "\n");
        return "# Made by pinion init; docs/configuration.md tells of all settings.\n"
                + "data_directory: " + directory.resolve("data") + "\n"
                + "topology:\n"
                + topology
                + "listener:\n"
                + "  port: " + port + "\n"
                + "  # What clients are greeted with, so that a proxy starts before there are servers.\n"
                + "  server_version: " + serverVersion + "\n";
    }

    /** @throws CliFailure when the reader of documents refuses the names */
    Topology topology(String admin, Verifiers password) throws CliFailure {
        String accounts = ACCOUNTS.stream()
                .map(account -> "\"" + account + "\": {\"user\": \"pinion_"
                        + (account.equals("replication") ? "repl" : account) + "\", \"secret\": \"file:"
                        + directory.resolve(SECRETS).resolve(account) + "\"}")
                .collect(Collectors.joining(", "));
        String json = "{\"cluster\": \"" + name
                + "\", \"servers\": {}, \"pairs\": {}, \"keyspaces\": {}, \"users\": {\""
                + admin + "\": {\"password_hash\": {\"native\": \"" + password.nativeVerifier() + "\", \"sha2\": \""
                + password.sha2Verifier() + "\"}, \"keyspaces\": [\"*\"], \"admin\": true}}, \"accounts\": {" + accounts
                + "}}";
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw Documents.refused("the new cluster's document", refused.problems());
        };
    }
}
