package io.pinion.operations.export;

/** A file can't be made. The message is for people. */
final class ExportBroken extends Exception {
    private static final long serialVersionUID = 1;

    ExportBroken(String message, Throwable cause) {
        super(message, cause);
    }

    ExportBroken(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
