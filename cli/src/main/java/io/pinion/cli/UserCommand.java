package io.pinion.cli;

import io.pinion.config.topology.Verifiers;
import io.pinion.protocol.auth.SaltedVerifier;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pinion user}: prepares the entries of users for the topology document. */
@Command(
        name = "user",
        description = "Prepare users for the topology document.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class UserCommand extends GroupCommand {
    @Command(
            name = "hash",
            description = "Print the verifiers of a password, for \"password_hash\" of a user.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nThe password is the first line of standard input, or asked for. Examples:%n",
            footer = {"  pinion user hash", "  pinion user hash --salted < password.txt"})
    int hash(
            @Option(
                            names = "--salted",
                            description =
                                    "Only the one that MySQL stores for caching_sha2_password, which is hard to guess"
                                            + " from; clients with mysql_native_password can't log in then.")
                    boolean salted)
            throws CliFailure {
        String password = environment().readPassword("Password: ");
        if (password.isEmpty()) {
            throw new CliFailure("the password is empty; write it to standard input");
        }
        if (salted) {
            SaltedVerifier verifier = SaltedVerifier.of(password.getBytes(StandardCharsets.UTF_8), new SecureRandom());
            print("{\"caching_sha2\": \"" + verifier.text() + "\"}\n");
            return ExitStatus.OK;
        }
        Verifiers verifiers = Verifiers.of(password);
        print("{\n  \"native\": \"" + verifiers.nativeVerifier() + "\",\n  \"sha2\": \"" + verifiers.sha2Verifier()
                + "\"\n}\n");
        return ExitStatus.OK;
    }
}
