package io.pinion.operations.export.store;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file that is being written. It comes to be by {@link #publish}; closed before, it never was. For one thread.
 */
public abstract class StoredFile extends OutputStream {
    private final MessageDigest digest;
    private long bytes;

    protected StoredFile() {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public final void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public final void write(byte[] more, int from, int count) throws IOException {
        store(more, from, count);
        digest.update(more, from, count);
        bytes += count;
    }

    protected abstract void store(byte[] more, int from, int count) throws IOException;

    /** Gives the file its name, with all that was written. */
    public abstract void publish() throws IOException;

    /** How many were written. */
    public final long bytes() {
        return bytes;
    }

    /** Of all that was written, in hexadecimal; asked once, behind the last byte. */
    public final String sha256() {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Throws away what isn't published. */
    @Override
    public abstract void close() throws IOException;
}
