package io.pinion.cli;

import com.mysql.cj.CacheAdapter;
import com.mysql.cj.CacheAdapterFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Fixed answers to the variables that Connector/J reads as soon as it is connected. A proxy would have to ask a server
 * for them, and none may be up when a command is needed most: when the only pair has lost its primary. The driver takes
 * the answers from its cache, which it trusts for a server of the cached version ({@code cacheServerConfiguration} in
 * its manual). Created by the driver; blocks.
 */
public final class KnownVariables implements CacheAdapterFactory<String, Map<String, String>> {
    /** The cache's key for the server's version. */
    private static final String VERSION = "server_version_string";

    private static final int TIMEOUT_MILLIS = 5_000;

    /** The length and sequence id of a packet, before the protocol's version. */
    private static final int HEADER_BYTES = 4;

    private static final int PROTOCOL = 10;

    /** The only variables that matter to a client which reads text. */
    private static final Map<String, String> ANSWERS = Map.of(
            "auto_increment_increment", "1",
            "character_set_client", "utf8mb4",
            "character_set_connection", "utf8mb4",
            "character_set_server", "utf8mb4",
            "collation_server", "utf8mb4_general_ci",
            "lower_case_table_names", "0",
            "max_allowed_packet", "16777216",
            "sql_mode", "STRICT_TRANS_TABLES",
            "transaction_isolation", "REPEATABLE-READ");

    /** Makes the driver read and set no variable when it connects. */
    static void use(Properties properties) {
        properties.setProperty("cacheServerConfiguration", "true");
        properties.setProperty("serverConfigCacheFactory", KnownVariables.class.getName());
        properties.setProperty("useLocalSessionState", "true");
        properties.setProperty("characterSetResults", "UTF-8");
    }

    @Override
    public CacheAdapter<String, Map<String, String>> getInstance(
            Lock syncMutex, String url, int cacheMaxSize, int maxKeySize) {
        return new Answers();
    }

    private static final class Answers implements CacheAdapter<String, Map<String, String>> {
        @Override
        public @Nullable Map<String, String> get(String url) {
            String version = version(url);
            if (version == null) {
                return null;
            }
            Map<String, String> known = new HashMap<>(ANSWERS);
            known.put(VERSION, version);
            return known;
        }

        @Override
        public void put(String url, Map<String, String> variables) {}

        @Override
        public void invalidate(String url) {}

        @Override
        public void invalidateAll(Set<String> urls) {}

        @Override
        public void invalidateAll() {}
    }

    /**
     * The version of the proxy's greeting; null without one, so that the driver connects itself and reports the
     * failure.
     */
    private static @Nullable String version(String url) {
        URI proxy = URI.create(url.substring("jdbc:".length()));
        if (proxy.getHost() == null) {
            return null;
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(proxy.getHost(), proxy.getPort()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return version(socket.getInputStream());
        } catch (IOException e) {
            return null;
        }
    }

    private static @Nullable String version(InputStream greeting) throws IOException {
        greeting.skipNBytes(HEADER_BYTES);
        if (greeting.read() != PROTOCOL) {
            return null;
        }
        ByteArrayOutputStream version = new ByteArrayOutputStream();
        for (int next = greeting.read(); next > 0; next = greeting.read()) {
            version.write(next);
        }
        return version.toString(StandardCharsets.UTF_8);
    }
}
