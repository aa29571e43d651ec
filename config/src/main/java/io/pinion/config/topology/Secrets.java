package io.pinion.config.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds the passwords that a document only refers to: {@code env:NAME} or {@code file:/path}. A file is read anew each
 * time, so that the next login uses a rotated password; one newline at its end doesn't count.
 */
public final class Secrets {
    static final String HOW_TO_REFER = "write \"env:NAME\" for an environment variable or \"file:/path\" for a file";
    private static final String ENV = "env:";
    private static final String FILE = "file:";

    private final Environment environment;

    /** The source of environment variables; a test has its own. */
    @FunctionalInterface
    public interface Environment {
        @Nullable
        String get(String name);
    }

    public Secrets(Environment environment) {
        this.environment = environment;
    }

    public static Secrets ofProcess() {
        return new Secrets(System::getenv);
    }

    /**
     * Whether the text is a reference that a document may hold, even when no secret is found there; clear text isn't.
     */
    public static boolean isReference(String text) {
        return (text.startsWith(ENV) && text.length() > ENV.length())
                || (text.startsWith(FILE) && text.length() > FILE.length());
    }

    /**
     * The password. Reads a file, so an event loop must not call it.
     *
     * @throws SecretMissing when the reference leads nowhere; the message names the reference, never a password
     */
    public String resolve(String reference) throws SecretMissing {
        if (reference.startsWith(DerivedSecret.SCHEME)) {
            return DerivedSecret.compute(reference, resolve(DerivedSecret.origin(reference)));
        }
        if (!isReference(reference)) {
            throw new SecretMissing("clear text where a reference to a secret belongs: " + HOW_TO_REFER);
        }
        return reference.startsWith(ENV)
                ? fromEnvironment(reference.substring(ENV.length()))
                : fromFile(reference.substring(FILE.length()));
    }

    private String fromEnvironment(String name) throws SecretMissing {
        String value = environment.get(name);
        if (value == null) {
            throw new SecretMissing("the environment variable " + name + " is not set");
        }
        return value;
    }

    private static String fromFile(String path) throws SecretMissing {
        try {
            String text = Files.readString(Path.of(path));
            return text.endsWith("\r\n")
                    ? text.substring(0, text.length() - 2)
                    : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        } catch (IOException | InvalidPathException e) {
            throw new SecretMissing("the secret's file " + path + " can't be read: " + e);
        }
    }

    /** A reference that leads to no secret. */
    public static final class SecretMissing extends Exception {
        private static final long serialVersionUID = 1;

        SecretMissing(String message) {
            super(message);
        }
    }
}
