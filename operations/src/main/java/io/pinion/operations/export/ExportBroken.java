package io.pinion.operations.export;

import io.pinion.operations.export.store.ExportStore;
import java.io.IOException;

/** A file can't be made. The message is for people. */
final class ExportBroken extends Exception {
    private static final long serialVersionUID = 1;

    ExportBroken(String message, Throwable cause) {
        super(message, cause);
    }

    static ExportBroken unwritten(String path, ExportStore store, IOException why) {
        return new ExportBroken(path + " can't be written to " + store + ": " + why.getMessage(), why);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
