package io.pinion.demo;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The passwords of the accounts on the demo's servers: random, each in a file that only its owner may read. */
record DemoSecrets(Path directory) {
    private static final int BYTES = 16;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** The reference that a topology document holds in place of the password. */
    String reference(AccountRole role) {
        return "file:" + file(role);
    }

    /** The password of a role, made at the first call. */
    String password(AccountRole role) throws IOException {
        Path file = file(role);
        if (!Files.exists(file)) {
            byte[] random = new byte[BYTES];
            new SecureRandom().nextBytes(random);
            Files.createDirectories(directory);
            Files.createFile(file, OWNER_ONLY);
            Files.writeString(file, HexFormat.of().formatHex(random) + "\n");
        }
        return Files.readString(file).strip();
    }

    /** An account for every role, for logins from this machine. */
    List<ServerAccount> accounts() throws IOException {
        List<ServerAccount> accounts = new java.util.ArrayList<>();
        for (AccountRole role : Arrays.asList(AccountRole.values())) {
            accounts.add(ServerAccount.of(role, "127.0.0.1", password(role)));
        }
        return accounts;
    }

    private Path file(AccountRole role) {
        return directory.resolve(role.name().toLowerCase(Locale.ROOT));
    }
}
