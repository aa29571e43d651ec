package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.Map;

/** The key-value pairs by which a client describes itself, as {@code _client_name} and {@code program_name}. */
final class ConnectAttributes {
    private ConnectAttributes() {}

    static Map<String, String> decode(WireReader in, Charset charset) {
        WireReader pairs = new WireReader(in.lengthEncodedSlice());
        Map<String, String> attributes = new LinkedHashMap<>();
        while (pairs.hasRemaining()) {
            attributes.put(pairs.lengthEncodedString(charset), pairs.lengthEncodedString(charset));
        }
        return attributes;
    }

    static void encode(Map<String, String> attributes, WireWriter out, Charset charset) {
        ByteBuf pairs = Unpooled.buffer();
        WireWriter writer = new WireWriter(pairs);
        attributes.forEach(
                (name, value) -> writer.lengthEncodedString(name, charset).lengthEncodedString(value, charset));
        out.lengthEncodedBytes(pairs);
    }
}
