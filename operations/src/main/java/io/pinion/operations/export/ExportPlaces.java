package io.pinion.operations.export;

import io.pinion.config.settings.ExportSettings;
import io.pinion.config.topology.Secrets.SecretMissing;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.store.DirectoryStore;
import io.pinion.operations.export.store.ExportStore;
import io.pinion.operations.export.store.S3Login;
import io.pinion.operations.export.store.S3Store;
import io.pinion.operations.server.ServerAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the place that an export names. */
public record ExportPlaces(ExportSettings settings, ServerAccess secrets) {
    /** The settings of a proxy that exports use, for whatever place, as other proxies know it by. */
    public static Set<String> settings(ExportSettings settings) {
        Set<String> all = new TreeSet<>(bucketSettings(settings));
        settings.directory().map(ExportPlaces::directorySetting).ifPresent(all::add);
        return all;
    }

    private static String directorySetting(Path root) {
        return "exports.directory=" + root.toAbsolutePath().normalize();
    }

    /** A key may change in the course of an export, but not to whatever a machine finds in its environment. */
    private static Set<String> bucketSettings(ExportSettings settings) {
        return Set.of(
                "exports.s3_endpoint=" + settings.s3Endpoint().orElse("(Amazon's)"),
                "exports.s3_access_key="
                        + settings.s3AccessKey().map(key -> "(set)").orElse("(the environment's)"));
    }

    /** Those of {@link #settings} that lead to a place; refused where they don't. */
    public Set<String> used(String place) throws OperationRefused {
        open(place).close();
        return S3Store.isUrl(place)
                ? bucketSettings(settings)
                : Set.of(directorySetting(settings.directory().orElseThrow()));
    }

    /** The same for whoever reads an export: a directory of the same name on another machine may have none. */
    public Set<String> usedToRead(String place) throws OperationRefused {
        if (!S3Store.isUrl(place)) {
            try (ExportStore store = open(place)) {
                Manifest.in(store);
            }
        }
        return used(place);
    }

    /** Opens the place, of which the caller closes the store. Nothing is made there. */
    public ExportStore open(String place) throws OperationRefused {
        if (S3Store.isUrl(place)) {
            return bucket(place);
        }
        if (place.contains("://")) {
            throw new OperationRefused("there is no way to " + place + ": write s3://bucket/prefix, or a directory");
        }
        return new DirectoryStore(directory(place));
    }

    private ExportStore bucket(String place) throws OperationRefused {
        try {
            return S3Store.open(place, new S3Login(settings.s3Endpoint().map(URI::create), settings.s3Region(), key()));
        } catch (IOException e) {
            throw new OperationRefused(place + " can't be reached: " + e.getMessage()
                    + " (the settings exports.s3_…, or what the SDK of AWS finds)");
        } catch (SecretMissing e) {
            throw new OperationRefused("exports.s3_secret_key: " + e.getMessage());
        }
    }

    private Optional<S3Login.Key> key() throws SecretMissing {
        return settings.s3AccessKey().isEmpty()
                ? Optional.empty()
                : Optional.of(new S3Login.Key(
                        settings.s3AccessKey().get(),
                        secrets.secret(settings.s3SecretKey().orElse(""))));
    }

    private Path directory(String place) throws OperationRefused {
        Path root = settings.directory()
                .orElseThrow(() -> new OperationRefused("this proxy has no directory for exports: set"
                        + " exports.directory in its settings, and restart it"))
                .toAbsolutePath()
                .normalize();
        try {
            Path wanted = root.resolve(place).normalize();
            if (wanted.startsWith(root) && !wanted.equals(root)) {
                return wanted;
            }
        } catch (InvalidPathException e) {
            throw new OperationRefused("'" + place + "' is no name of a directory: " + e.getReason());
        }
        throw new OperationRefused(
                "'" + place + "' isn't below exports.directory, which is " + root + ": name a directory there");
    }
}
