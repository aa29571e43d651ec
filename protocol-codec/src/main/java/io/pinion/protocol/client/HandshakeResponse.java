package io.pinion.protocol.client;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A client's answer to the greeting: its user, its capabilities and a first proof. HandshakeResponse41 in the manual.
 *
 * <p>The layout follows the capabilities written in it, not those agreed on (the greeting's and these together). Text
 * is in the character set of {@code collationId}.
 *
 * @param capabilities the client's, which may be more than the greeting offered
 * @param maxPacketBytes the client's limit, which some send as 0
 * @param collationId only its low byte travels here
 * @param authResponse the proof for {@code plugin} and the greeting's scramble; may be empty
 * @param database empty when none was given; some clients always send one and leave it empty
 * @param plugin empty from clients without plugins, which means mysql_native_password
 * @param attributes in the order sent
 */
public record HandshakeResponse(
        Capabilities capabilities,
        long maxPacketBytes,
        int collationId,
        String user,
        byte[] authResponse,
        Optional<String> database,
        Optional<String> plugin,
        Map<String, String> attributes)
        implements LoginRequest {

    public HandshakeResponse {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    static HandshakeResponse decodeRest(
            WireReader in, Capabilities capabilities, long maxPacketBytes, int collationId) {
        Charset charset = Collation.charsetOf(collationId).javaCharset();
        String user = in.nullTerminatedString(charset);
        byte[] authResponse = authResponse(in, capabilities);
        // Some clients leave out the last strings or their zero byte, and servers take what is there.
        Optional<String> database = capabilities.has(Capabilities.CONNECT_WITH_DB)
                ? Optional.of(lastString(in, charset)).filter(name -> !name.isEmpty())
                : Optional.empty();
        Optional<String> plugin = capabilities.pluginAuth()
                ? Optional.of(lastString(in, StandardCharsets.UTF_8)).filter(name -> !name.isEmpty())
                : Optional.empty();
        Map<String, String> attributes = capabilities.has(Capabilities.CONNECT_ATTRS) && in.hasRemaining()
                ? ConnectAttributes.decode(in, charset)
                : Map.of();
        return new HandshakeResponse(
                capabilities, maxPacketBytes, collationId, user, authResponse, database, plugin, attributes);
    }

    /** Writes the 32 bytes that ask for TLS; the whole response follows inside it. */
    public void encodeSslRequest(WireWriter out) {
        out.uint32(capabilities.low()).uint32(maxPacketBytes).uint8(collationId);
        if (capabilities.has(Capabilities.LONG_PASSWORD)) {
            out.zeros(23);
        } else {
            out.zeros(19).uint32(capabilities.mariaDb());
        }
    }

    /** @throws IllegalArgumentException when a name holds a zero byte, or the proof is too long for the layout */
    public void encode(WireWriter out) {
        Charset charset = Collation.charsetOf(collationId).javaCharset();
        encodeSslRequest(out);
        out.nullTerminatedString(user, charset);
        if (capabilities.has(Capabilities.PLUGIN_AUTH_LENENC_CLIENT_DATA)) {
            out.lengthEncodedBytes(authResponse);
        } else if (capabilities.has(Capabilities.SECURE_CONNECTION)) {
            if (authResponse.length > 0xFF) {
                throw new IllegalArgumentException("a proof of " + authResponse.length + " bytes needs a long length");
            }
            out.uint8(authResponse.length).bytes(authResponse);
        } else {
            out.nullTerminatedBytes(authResponse);
        }
        if (capabilities.has(Capabilities.CONNECT_WITH_DB)) {
            out.nullTerminatedString(database.orElse(""), charset);
        }
        if (capabilities.pluginAuth()) {
            out.nullTerminatedString(plugin.orElse(""), StandardCharsets.UTF_8);
        }
        if (capabilities.has(Capabilities.CONNECT_ATTRS)) {
            ConnectAttributes.encode(attributes, out, charset);
        }
    }

    /** Never shows the proof. */
    @Override
    public String toString() {
        return "HandshakeResponse[user=" + user + ", capabilities=" + capabilities + ", collationId=" + collationId
                + ", database=" + database + ", plugin=" + plugin + ", attributes=" + attributes + "]";
    }

    private static byte[] authResponse(WireReader in, Capabilities capabilities) {
        if (capabilities.has(Capabilities.PLUGIN_AUTH_LENENC_CLIENT_DATA)) {
            return in.lengthEncodedBytes();
        }
        if (capabilities.has(Capabilities.SECURE_CONNECTION)) {
            return in.bytes(in.uint8());
        }
        return in.nullTerminatedBytes();
    }

    private static String lastString(WireReader in, Charset charset) {
        return in.hasNullTerminated() ? in.nullTerminatedString(charset) : in.remainingString(charset);
    }
}
