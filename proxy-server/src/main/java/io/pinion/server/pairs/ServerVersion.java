package io.pinion.server.pairs;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.Greeting;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The version of the servers: clients choose their first statements by it, and it decides which version comments are
 * code.
 *
 * @param greeted the version of a server's greeting, such as {@code 11.4.5-MariaDB} or {@code 5.5.5-10.11.9-MariaDB}
 * @param capabilities the server's capabilities, as far as they are known
 */
public record ServerVersion(String greeted, Capabilities capabilities) {
    /** The number for a text without one: old enough that no version comment is code that a server lacks. */
    private static final int OLD = 80_036;

    /** Measured: 10.11.19 doesn't know one of them, 11.4.5 lists them in information_schema. */
    private static final int UNICODE_9_IN_11_4 = 110_405;

    private static final int SERIES_11_5 = 110_500;

    /** The next series that has them (MDEV-20912). */
    private static final int UNICODE_9_AFTER_11_4 = 110_702;

    private static final int TIMEOUT_MILLIS = 1_000;
    private static final int MAX_GREETING_BYTES = 1_024;
    private static final Pattern NUMBER = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)");

    /** MariaDB 10 puts this before its version, because old replication code expects a 5. */
    private static final String REPLICATION_PREFIX = "5.5.5-";

    ServerVersion(String greeted) {
        this(greeted, Capabilities.of());
    }

    /**
     * Reads the greetings of all primaries of a topology at once, and of its standbys when no primary answers; blocks
     * for some seconds at most.
     *
     * @return the first version, with the capabilities that all of the servers have; empty when none answers
     */
    static Optional<ServerVersion> of(Topology topology) {
        Collection<Pair> pairs = topology.pairs().values();
        return of(pairs.stream().map(Pair::primary))
                .or(() -> of(pairs.stream().flatMap(pair -> pair.standby().stream())));
    }

    private static Optional<ServerVersion> of(Stream<Server> servers) {
        List<Future<Optional<ServerVersion>>> asked;
        try (ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
            asked = servers.map(server -> askers.submit(() -> greetingOf(server)))
                    .toList();
        }
        return asked.stream()
                .map(Future::resultNow)
                .flatMap(Optional::stream)
                .reduce((first, other) ->
                        new ServerVersion(first.greeted(), first.capabilities().and(other.capabilities())));
    }

    /**
     * The version of Pinion's own greeting. It keeps the prefix of MariaDB 10: without it, drivers that know the prefix
     * take the server for a MySQL 10, and use features that no MariaDB has.
     */
    public String announced() {
        return greeted + "-pinion";
    }

    /** The version that the server answers to {@code SELECT VERSION()}. */
    String text() {
        return greeted.startsWith(REPLICATION_PREFIX) ? greeted.substring(REPLICATION_PREFIX.length()) : greeted;
    }

    public SqlDialect dialect() {
        return text().toLowerCase(Locale.ROOT).contains("mariadb") ? SqlDialect.MARIADB : SqlDialect.MYSQL;
    }

    /** The number in version comments: 110405 for MariaDB 11.4.5, 80036 for MySQL 8.0.36. */
    public int number() {
        Matcher matcher = NUMBER.matcher(text());
        if (!matcher.lookingAt()) {
            return OLD;
        }
        int major = Integer.parseInt(matcher.group(1));
        int minor = Integer.parseInt(matcher.group(2));
        int patch = Integer.parseInt(matcher.group(3));
        return major * 10_000 + minor * 100 + patch;
    }

    /**
     * Whether the servers understand the name of a collation, on whichever product. A server takes its own default for
     * a client that greets with the number of one that it doesn't know.
     */
    public boolean knows(Collation collation) {
        return collation.knownTo() == Collation.KnownTo.BOTH && (!collation.isOfUnicode9() || hasUnicode9());
    }

    private boolean hasUnicode9() {
        int number = number();
        return dialect() == SqlDialect.MYSQL
                || number >= UNICODE_9_AFTER_11_4
                || (number >= UNICODE_9_IN_11_4 && number < SERIES_11_5);
    }

    /** Needs no login, since a server sends its greeting first. */
    private static Optional<ServerVersion> greetingOf(Server server) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return read(new DataInputStream(socket.getInputStream()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads a greeting; empty when another packet comes. */
    public static Optional<ServerVersion> read(DataInputStream in) throws IOException {
        ByteBuf header = Unpooled.wrappedBuffer(in.readNBytes(PacketFramer.HEADER_BYTES));
        if (header.readableBytes() < PacketFramer.HEADER_BYTES || header.getUnsignedMediumLE(0) > MAX_GREETING_BYTES) {
            return Optional.empty();
        }
        byte[] packet = in.readNBytes(header.getUnsignedMediumLE(0));
        try {
            return ResponseReader.greeting(Unpooled.wrappedBuffer(packet)) instanceof Greeting greeting
                    ? Optional.of(new ServerVersion(greeting.serverVersion(), greeting.capabilities()))
                    : Optional.empty();
        } catch (MalformedPacket e) {
            return Optional.empty();
        }
    }
}
