package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of a user of the topology document. A password is no argument: other users of the machine see those. */
final class UserOptions {
    private static final String ANYWHERE = "anywhere";

    @Option(names = "--password-stdin", description = "The password is the first line of standard input.")
    boolean passwordFromInput;

    @Option(
            names = "--keyspaces",
            split = ",",
            paramLabel = "NAME",
            description = "The keyspaces that the user may name.")
    @Nullable
    List<String> keyspaces;

    @Option(names = "--all-keyspaces", description = "All of them, and the databases that no keyspace names.")
    boolean all;

    @Option(names = "--admin", negatable = true, description = "Whether the user may say admin statements.")
    @Nullable
    Boolean admin;

    @Option(names = "--read-only", negatable = true, description = "Whether the user may only read.")
    @Nullable
    Boolean readOnly;

    @Option(
            names = "--networks",
            split = ",",
            paramLabel = "NETWORK",
            description = "Where the user may come from, such as 10.1.0.0/16, or anywhere.")
    @Nullable
    List<String> networks;

    @Option(
            names = "--require",
            paramLabel = "WHAT",
            description = "none, ssl, x509 (a certificate), or the subject of the certificate: CN=app,O=Example.")
    @Nullable
    String require;

    /** What stands behind the user's name in the statement, with a blank before each part. */
    String sql() throws CliFailure {
        if (all && keyspaces != null) {
            throw CliFailure.usage("--keyspaces and --all-keyspaces don't go together");
        }
        List<String> parts = new ArrayList<>();
        if (all) {
            parts.add("KEYSPACES ALL");
        } else if (keyspaces != null) {
            parts.add(
                    "KEYSPACES " + keyspaces.stream().map(ProxyCommand::quoted).collect(Collectors.joining(", ")));
        }
        if (admin != null) {
            parts.add(admin ? "ADMIN" : "NOT ADMIN");
        }
        if (readOnly != null) {
            parts.add(readOnly ? "READ ONLY" : "READ WRITE");
        }
        if (networks != null) {
            parts.add("FROM " + (networks.equals(List.of(ANYWHERE)) ? "ANYWHERE" : networks()));
        }
        if (require != null) {
            parts.add("REQUIRE "
                    + switch (require) {
                        case "none" -> "NONE";
                        case "ssl" -> "SSL";
                        case "x509" -> "X509";
                        default -> "SUBJECT " + ServerLoginOptions.text(require);
                    });
        }
        return parts.stream().map(part -> " " + part).collect(Collectors.joining());
    }

    private String networks() {
        return networks == null
                ? ""
                : networks.stream().map(ServerLoginOptions::text).collect(Collectors.joining(", "));
    }

    /** {@code IDENTIFIED BY …}, with a blank before it. */
    String password(CliEnvironment environment, String user) throws CliFailure {
        if (!passwordFromInput && environment.terminal().isEmpty()) {
            throw CliFailure.usage("no password of " + user + ": write it to standard input and say --password-stdin");
        }
        String password = passwordFromInput
                ? environment.readInput().lines().findFirst().orElse("")
                : environment.readPassword("New password of " + user + ": ");
        if (password.isEmpty()) {
            throw CliFailure.usage("the password is empty");
        }
        return " IDENTIFIED BY " + ServerLoginOptions.text(password);
    }
}
