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

/** Finds the place that an export names. */
public record ExportPlaces(ExportSettings settings, ServerAccess secrets) {
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
