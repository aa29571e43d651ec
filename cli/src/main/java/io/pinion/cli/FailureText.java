package io.pinion.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * The text of a failure for the person at the command line. Java's own message of a file's failure is often only its
 * path.
 */
final class FailureText {
    private FailureText() {}

    static String of(Exception failure) {
        return switch (failure) {
            case UncheckedIOException unchecked when unchecked.getCause() != null -> of(unchecked.getCause());
            case FileSystemException file when file.getReason() == null -> file.getFile() + ": " + reason(file);
            default -> failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        };
    }

    private static String reason(FileSystemException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException none -> "no such file or directory";
            case FileAlreadyExistsException there -> "a file of that name is in the way";
            case NotDirectoryException file -> "not a directory";
            default -> failure.getClass().getSimpleName();
        };
    }
}
