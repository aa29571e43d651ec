package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The body of COM_CHANGE_USER: a second login. Its collation comes behind the names, unlike at the first login, so the
 * names are in the session's character set.
 *
 * @param authResponse a proof for the greeting's scramble; may be empty, since servers send an auth switch anyway
 * @param collationId 16 bits here; empty when the client left it out, which keeps the default
 */
public record ChangeUserRequest(
        String user,
        byte[] authResponse,
        Optional<String> database,
        Optional<Integer> collationId,
        Optional<String> plugin,
        Map<String, String> attributes) {

    public ChangeUserRequest {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /**
     * @param capabilities those agreed on at login
     * @param charset the session's {@code character_set_client}
     * @throws MalformedPacket when the request ends too early
     */
    public static ChangeUserRequest decode(ByteBuf request, Capabilities capabilities, Charset charset) {
        WireReader in = new WireReader(request);
        String user = in.nullTerminatedString(charset);
        byte[] authResponse = in.bytes(in.uint8());
        Optional<String> database =
                Optional.of(in.nullTerminatedString(charset)).filter(name -> !name.isEmpty());
        Optional<Integer> collationId = in.remaining() >= 2 ? Optional.of(in.uint16()) : Optional.empty();
        Charset newCharset =
                collationId.map(id -> Collation.charsetOf(id).javaCharset()).orElse(charset);
        Optional<String> plugin = capabilities.pluginAuth() && in.hasNullTerminated()
                ? Optional.of(in.nullTerminatedString(StandardCharsets.UTF_8)).filter(name -> !name.isEmpty())
                : Optional.empty();
        Map<String, String> attributes = capabilities.has(Capabilities.CONNECT_ATTRS) && in.hasRemaining()
                ? ConnectAttributes.decode(in, newCharset)
                : Map.of();
        return new ChangeUserRequest(user, authResponse, database, collationId, plugin, attributes);
    }

    /** Never shows the proof. */
    @Override
    public String toString() {
        return "ChangeUserRequest[user=" + user + ", database=" + database + ", plugin=" + plugin + "]";
    }
}
