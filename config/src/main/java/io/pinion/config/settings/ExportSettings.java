package io.pinion.config.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where this proxy may export tables to, and how fast.
 *
 * @param directory the directory below which files may be; absent, none may
 * @param readers the most threads that read standbys, and connections to them, for one export
 * @param maxLag how far a standby that is read may be behind its primary
 * @param s3Endpoint the URL of a service like S3; absent, Amazon's
 * @param s3Region absent, that of the environment
 * @param s3AccessKey the id of an access key; absent, the one that the environment has
 * @param s3SecretKey where the secret of that key is: {@code env:NAME} or {@code file:/path}
 */
public record ExportSettings(
        Optional<Path> directory,
        int readers,
        Duration maxLag,
        Optional<String> s3Endpoint,
        Optional<String> s3Region,
        Optional<String> s3AccessKey,
        Optional<String> s3SecretKey) {
    public static final ExportSettings DEFAULT = new ExportSettings(
            Optional.empty(),
            4,
            Duration.ofSeconds(60),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    public ExportSettings {
        WrongSetting.between("readers", readers, 1, 64);
        WrongSetting.between("maxLag", maxLag, Duration.ofSeconds(1), Duration.ofHours(24));
        if (s3Endpoint.isPresent() && !s3Endpoint.get().matches("https?://[^/\\s]+/?")) {
            throw new WrongSetting(
                    "s3Endpoint", s3Endpoint.get() + " is no endpoint", "write for example https://s3.example.com");
        }
        if (s3AccessKey.isPresent() != s3SecretKey.isPresent()) {
            throw new WrongSetting(
                    s3AccessKey.isPresent() ? "s3AccessKey" : "s3SecretKey",
                    "one half of a key is missing",
                    "write s3_access_key and s3_secret_key, or neither");
        }
    }
}
