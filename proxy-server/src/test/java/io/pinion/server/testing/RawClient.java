package io.pinion.server.testing;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.ServerPacket;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A client that speaks the protocol byte by byte and can therefore break it. Classic by default (no DEPRECATE_EOF), native
 * password. Every read has a deadline.
 */
public final class RawClient implements AutoCloseable {
    public static final int CLASSIC = 0x000F_A205;
    public static final int DEPRECATE_EOF = 1 << 24;
    public static final int CONNECT_WITH_DB = 1 << 3;
    public static final int LOCAL_FILES = 1 << 7;
    private static final int DEADLINE_MILLIS = 10_000;

    private static final int SSL = 1 << 11;

    private Socket socket;
    private DataInputStream in;
    private byte[] greeting = {};
    private int loginSequence = 1;
    private int collation = 45;
    private boolean classic = true;
    private int lastSequence;
    private Capabilities agreed = Capabilities.of();

    /** One answer: an OK, an error, or rows of one column. */
    public record Answer(int errorCode, String error, int status, long affected, long insertId, List<String> rows) {
        public boolean inTransaction() {
            return (status & 1) != 0;
        }

        public boolean autocommit() {
            return (status & 2) != 0;
        }
    }

    public RawClient(int port) {
        this(port, 0);
    }

    /** @param receiveBufferBytes how much of what it doesn't read its kernel takes for it; 0 leaves that to the kernel */
    public RawClient(int port, int receiveBufferBytes) {
        try {
            socket = new Socket();
            if (receiveBufferBytes > 0) {
                socket.setReceiveBufferSize(receiveBufferBytes);
            }
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout(DEADLINE_MILLIS);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawClient(Socket connected) {
        try {
            socket = connected;
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names a collation at the login in place of utf8mb4_general_ci. */
    public RawClient withCollation(int number) {
        collation = number;
        return this;
    }

    /** Over a unix socket; reads have no deadline. */
    public static RawClient onSocketFile(Path file) {
        try {
            SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(file));
            return new RawClient(new Socket() {
                @Override
                public InputStream getInputStream() {
                    return Channels.newInputStream(channel);
                }

                @Override
                public OutputStream getOutputStream() {
                    return Channels.newOutputStream(channel);
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client that has logged in as the test's user. */
    public static RawClient loggedIn(TestProxy proxy) {
        RawClient client = new RawClient(proxy.port());
        Answer answer = client.login(TestProxy.USER, TestProxy.PASSWORD, CLASSIC, "");
        if (answer.errorCode() != 0) {
            throw new IllegalStateException("login refused: " + answer);
        }
        return client;
    }

    /** Turns TLS on; the login comes behind it, with the same capabilities. */
    public RawClient encrypt(SSLContext context, int capabilities) {
        requestTls(capabilities);
        try {
            SSLSocket encrypted =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, "pinion", socket.getPort(), true);
            encrypted.startHandshake();
            socket = encrypted;
            in = new DataInputStream(encrypted.getInputStream());
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the proxy showed. */
    public Certificate serverCertificate() {
        try {
            return ((SSLSocket) socket).getSession().getPeerCertificates()[0];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether there is something to read. */
    public boolean hasReceivedSomething() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks for TLS and says nothing more. */
    public void requestTls(int capabilities) {
        greeting = readPacket();
        byte[] request = new byte[32];
        for (int i = 0; i < 4; i++) {
            request[i] = (byte) ((capabilities | SSL) >> (8 * i));
        }
        request[7] = 1;
        request[8] = 45;
        sendPacket(1, request);
        loginSequence = 2;
    }

    public Answer login(String user, String password, int capabilities, String database) {
        if (!sendLogin(user, password, capabilities, database)) {
            byte[] verdict = readPacket();
            if (verdict[0] != 1 || verdict[1] != 3) {
                throw new IllegalStateException(
                        "this account isn't in the server's cache: log in by other means first");
            }
        }
        return readAnswer();
    }

    /** Sends a login, whose answer is still to be read. */
    public RawClient startLogin(String user, String password) {
        sendLogin(user, password, CLASSIC, "");
        return this;
    }

    /** Returns whether it is a login by mysql_native_password. */
    private boolean sendLogin(String user, String password, int capabilities, String database) {
        if (greeting.length == 0) {
            greeting = readPacket();
        }
        int end = 1;
        while (greeting[end] != 0) {
            end++;
        }
        byte[] scramble = new byte[20];
        System.arraycopy(greeting, end + 5, scramble, 0, 8);
        System.arraycopy(greeting, end + 32, scramble, 8, 12);
        int flags = (database.isEmpty() ? capabilities : capabilities | CONNECT_WITH_DB)
                | (socket instanceof SSLSocket ? SSL : 0);
        classic = (flags & DEPRECATE_EOF) == 0;
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        for (int shift = 0; shift < 32; shift += 8) {
            response.write(flags >> shift);
        }
        response.writeBytes(new byte[] {0, 0, 0, 1, (byte) collation});
        response.writeBytes(new byte[23]);
        response.writeBytes((user + "\0").getBytes(StandardCharsets.UTF_8));
        boolean native41 = plugin(end).equals("mysql_native_password");
        agreed = Capabilities.fromWire(flags & 0xFFFF_FFFFL, 0).and(offered(end));
        byte[] proof = native41 ? nativeProof(password, scramble) : sha2Proof(password, scramble);
        response.write(proof.length);
        response.writeBytes(proof);
        if (!database.isEmpty()) {
            response.writeBytes((database + "\0").getBytes(StandardCharsets.UTF_8));
        }
        response.writeBytes(
                (native41 ? "mysql_native_password\0" : "caching_sha2_password\0").getBytes(StandardCharsets.UTF_8));
        sendPacket(loginSequence, response.toByteArray());
        return native41;
    }

    private String plugin(int endOfVersion) {
        int from = endOfVersion + 32 + 13;
        return new String(greeting, from, greeting.length - from - 1, StandardCharsets.UTF_8);
    }

    private Capabilities offered(int endOfVersion) {
        int at = endOfVersion + 14;
        return Capabilities.fromWire(
                (greeting[at] & 0xFF)
                        | (greeting[at + 1] & 0xFF) << 8
                        | (greeting[at + 5] & 0xFFL) << 16
                        | (greeting[at + 6] & 0xFFL) << 24,
                0);
    }

    /** What this client and the other side both can. */
    public Capabilities agreed() {
        return agreed;
    }

    /** Sends a command and reads the whole answer, the payloads of its packets in hexadecimal. */
    public List<String> exchange(byte[] command, Expecting expecting) {
        sendPacket(0, command);
        ResponseReader reader = new ResponseReader(Terms.utf8(agreed));
        reader.expect(expecting);
        List<String> payloads = new ArrayList<>();
        while (!reader.isComplete()) {
            byte[] payload = readPacket();
            reader.read(Unpooled.wrappedBuffer(payload));
            payloads.add(HexFormat.of().formatHex(payload));
        }
        return payloads;
    }

    /** What stands at the end of an answer: how many warnings it counts, and the info text of its OK. */
    public record Told(int warnings, String info) {}

    /** The end of the answer, which must not be an error. */
    public Told told(String sql) {
        sendQuery(sql);
        ResponseReader reader = new ResponseReader(Terms.utf8(agreed));
        reader.expect(Expecting.RESULTS);
        ServerPacket last = reader.read(Unpooled.wrappedBuffer(readPacket()));
        while (!reader.isComplete()) {
            last = reader.read(Unpooled.wrappedBuffer(readPacket()));
        }
        return switch (last) {
            case EndOfRows end -> new Told(end.warnings(), "");
            case Ok ok -> new Told(ok.warnings(), new String(ok.info(), StandardCharsets.UTF_8));
            default -> throw new AssertionError(sql + ": " + last);
        };
    }

    public Answer query(String sql) {
        sendQuery(sql);
        return readAnswer();
    }

    public void sendQuery(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[text.length + 1];
        payload[0] = 3;
        System.arraycopy(text, 0, payload, 1, text.length);
        sendPacket(0, payload);
    }

    public Answer command(int code, String argument) {
        byte[] text = argument.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[text.length + 1];
        payload[0] = (byte) code;
        System.arraycopy(text, 0, payload, 1, text.length);
        sendPacket(0, payload);
        return readAnswer();
    }

    public void sendPacket(int sequence, byte[] payload) {
        byte[] framed = new byte[payload.length + 4];
        framed[0] = (byte) payload.length;
        framed[1] = (byte) (payload.length >> 8);
        framed[2] = (byte) (payload.length >> 16);
        framed[3] = (byte) sequence;
        System.arraycopy(payload, 0, framed, 4, payload.length);
        sendRaw(framed);
    }

    public void sendRaw(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Answer readAnswer() {
        byte[] first = readPacket();
        if ((first[0] & 0xFF) == 0xFF) {
            return error(first);
        }
        if (first[0] == 0) {
            return ok(first);
        }
        for (int column = 0; column < first[0]; column++) {
            readPacket();
        }
        if (classic) {
            readPacket();
        }
        List<String> rows = new ArrayList<>();
        while (true) {
            byte[] packet = readPacket();
            int header = packet[0] & 0xFF;
            if (header == 0xFF) {
                return error(packet);
            }
            if (header == 0xFE && packet.length < 9) {
                // Two warning bytes in a classic EOF, two empty numbers in the other kind: the status is at 3 in both.
                return new Answer(0, "", (packet[3] & 0xFF) | (packet[4] & 0xFF) << 8, 0, 0, rows);
            }
            rows.add(firstCell(packet));
        }
    }

    /** The payload of the next physical packet. */
    public byte[] readPacket() {
        try {
            int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
            lastSequence = in.readUnsignedByte();
            byte[] payload = in.readNBytes(length);
            if (payload.length < length) {
                throw new EOFException("the proxy closed the connection inside of a packet");
            }
            return payload;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sequence id of the physical packet that was read last. */
    public int lastSequence() {
        return lastSequence;
    }

    /** So many bytes as they come off the wire. */
    public byte[] readRaw(int count) {
        try {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes so many bytes off the wire, whatever they are. */
    public void readBytes(int count) {
        try {
            in.skipNBytes(count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that nothing more will be sent. */
    public void shutdownOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** True when the proxy ends the connection, perhaps after more bytes; false when nothing happens in time. */
    public boolean isClosedByProxy() {
        try {
            while (in.read() >= 0) {
                // What is still on its way doesn't matter.
            }
            return true;
        } catch (SocketException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String firstCell(byte[] row) {
        int first = row[0] & 0xFF;
        if (first < 0xFB) {
            return new String(row, 1, first, StandardCharsets.UTF_8);
        }
        return new String(row, 4, row.length - 4, StandardCharsets.UTF_8);
    }

    private static Answer error(byte[] packet) {
        int code = (packet[1] & 0xFF) | (packet[2] & 0xFF) << 8;
        return new Answer(code, new String(packet, 3, packet.length - 3, StandardCharsets.UTF_8), 0, 0, 0, List.of());
    }

    private static Answer ok(byte[] packet) {
        int[] at = {1};
        long affected = lengthEncoded(packet, at);
        long insertId = lengthEncoded(packet, at);
        int status = (packet[at[0]] & 0xFF) | (packet[at[0] + 1] & 0xFF) << 8;
        return new Answer(0, "", status, affected, insertId, List.of());
    }

    private static long lengthEncoded(byte[] packet, int[] at) {
        int first = packet[at[0]++] & 0xFF;
        int bytes =
                switch (first) {
                    case 0xFC -> 2;
                    case 0xFD -> 3;
                    case 0xFE -> 8;
                    default -> 0;
                };
        if (bytes == 0) {
            return first;
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (packet[at[0]++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    private static byte[] sha2Proof(String password, byte[] scramble) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] once = sha256.digest(password.getBytes(StandardCharsets.UTF_8));
            sha256.update(sha256.digest(once));
            byte[] mask = sha256.digest(scramble);
            byte[] proof = Arrays.copyOf(once, once.length);
            for (int i = 0; i < proof.length; i++) {
                proof[i] ^= mask[i];
            }
            return proof;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] nativeProof(String password, byte[] scramble) {
        if (password.isEmpty()) {
            return new byte[0];
        }
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            byte[] once = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
            byte[] twice = sha1.digest(once);
            sha1.update(scramble);
            byte[] mask = sha1.digest(twice);
            byte[] proof = Arrays.copyOf(once, once.length);
            for (int i = 0; i < proof.length; i++) {
                proof[i] ^= mask[i];
            }
            return proof;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
