package io.pinion.config.source;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Converts text to and from the bytes of a node: gzip. Plain text is read too, since people write nodes with zkCli. */
final class CompressedText {
    /** ZooKeeper refuses requests over 1,048,575 bytes (jute.maxbuffer); the rest is for the path and the protocol. */
    static final int MAX_NODE_BYTES = 1_000_000;
    /** 65,536 ranges of one shard are about 4 MB; more than this is a bomb, not a topology. */
    private static final int MAX_TEXT_BYTES = 64 << 20;

    private CompressedText() {}

    static byte[] compress(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes) {
            {
                def.setLevel(Deflater.BEST_COMPRESSION);
            }
        }) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new IllegalStateException("compressing in memory", impossible);
        }
        return bytes.toByteArray();
    }

    /** @throws IOException when the bytes begin like gzip but are not, or are too much text */
    static String decompress(byte[] bytes) throws IOException {
        boolean gzip = bytes.length > 2 && (bytes[0] & 0xFF) == 0x1F && (bytes[1] & 0xFF) == 0x8B;
        if (!gzip) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] text = in.readNBytes(MAX_TEXT_BYTES + 1);
            if (text.length > MAX_TEXT_BYTES) {
                throw new IOException("the document is over " + MAX_TEXT_BYTES + " bytes");
            }
            return new String(text, StandardCharsets.UTF_8);
        }
    }
}
