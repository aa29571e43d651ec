package io.pinion.integration.differential;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One client's connection. Everything read has a deadline; a broken stream is a line too, and then nothing more runs. */
final class Conversation implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 20_000;
    private static final int LONGEST_PACKET = 0xFFFFFF;
    private static final int CONNECT_WITH_DB = 1 << 3;
    private static final int SESSION_TRACK = 1 << 23;
    private static final int DEPRECATE_EOF = 1 << 24;
    private static final int NO_CURSOR = -1;
    private static final String NATIVE = "mysql_native_password";

    /** Where to connect, and as whom. */
    record Endpoint(String host, int port, String user, String password) {}

    /** What a client asks for at login. */
    record Login(int capabilities, int collation, String database) {
        boolean classic() {
            return (capabilities & DEPRECATE_EOF) == 0;
        }

        boolean tracking() {
            return (capabilities & SESSION_TRACK) != 0;
        }
    }

    private record Handle(long id, int parameters) {}

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final Login login;
    private final Map<Integer, Handle> handles = new HashMap<>();
    private int sequence;
    private boolean broken;

    /** The handle with the open cursor. A fetch elsewhere is an error, which MySQL adds to the warnings of before. */
    private int cursor = NO_CURSOR;

    Conversation(Endpoint endpoint, Login login) throws IOException {
        this.login = login;
        socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), DEADLINE_MILLIS);
        socket.setSoTimeout(DEADLINE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
        logIn(endpoint);
    }

    /** What the other side answers, as lines. */
    List<String> run(ScriptStep exchange) {
        if (broken) {
            return List.of("(the connection is lost)");
        }
        AnswerLines answer = new AnswerLines(this::packet, login.classic(), login.tracking());
        try {
            speak(exchange, answer);
        } catch (IOException | RuntimeException failure) {
            broken = true;
            answer.lines().add("lost: " + failure);
        }
        return answer.lines();
    }

    @Override
    public void close() throws IOException {
        if (!broken) {
            send(new byte[] {1});
        }
        socket.close();
    }

    private void speak(ScriptStep exchange, AnswerLines answer) throws IOException {
        switch (exchange) {
            case ScriptStep.Query(String sql) -> {
                command(0x03, sql.getBytes(StandardCharsets.UTF_8));
                answer.results();
            }
            case ScriptStep.Prepare(int handle, String sql) -> {
                closeCursor(handle);
                command(0x16, sql.getBytes(StandardCharsets.UTF_8));
                long[] prepared = answer.prepared();
                if (prepared.length > 0) {
                    handles.put(handle, new Handle(prepared[0], (int) prepared[1]));
                } else {
                    handles.remove(handle);
                }
            }
            case ScriptStep.Execute execute -> {
                Handle handle = handles.get(execute.handle());
                if (handle == null) {
                    answer.lines().add("(was refused)");
                    return;
                }
                execute(handle, execute);
                answer.results(true, execute.cursor());
                cursor = execute.cursor() && answer.cursorIsOpen() ? execute.handle() : NO_CURSOR;
            }
            case ScriptStep.Fetch(int handle, int rows) -> {
                Handle open = cursor == handle ? handles.get(handle) : null;
                if (open == null) {
                    answer.lines().add("(no cursor)");
                    return;
                }
                command(0x1C, join(fourBytes(open.id()), fourBytes(rows)));
                answer.fetched();
                cursor = answer.cursorIsOpen() ? handle : NO_CURSOR;
            }
            case ScriptStep.ResetStatement(int handle) -> {
                closeCursor(handle);
                if (handles.containsKey(handle)) {
                    command(0x1A, fourBytes(handles.get(handle).id()));
                    answer.results();
                }
            }
            case ScriptStep.CloseStatement(int handle) -> {
                closeCursor(handle);
                Handle closed = handles.remove(handle);
                if (closed != null) {
                    command(0x19, fourBytes(closed.id()));
                }
            }
            case ScriptStep.UseDatabase(String name) -> {
                command(0x02, name.getBytes(StandardCharsets.UTF_8));
                answer.results();
            }
            case ScriptStep.Ping() -> {
                command(0x0E, new byte[0]);
                answer.results();
            }
            case ScriptStep.ResetConnection() -> {
                command(0x1F, new byte[0]);
                answer.results();
                handles.clear();
                cursor = NO_CURSOR;
            }
        }
    }

    private void closeCursor(int handle) {
        cursor = cursor == handle ? NO_CURSOR : cursor;
    }

    private void execute(Handle handle, ScriptStep.Execute execute) throws IOException {
        int count = handle.parameters();
        byte[] nulls = new byte[(count + 7) / 8];
        ByteArrayOutputStream types = new ByteArrayOutputStream();
        ByteArrayOutputStream values = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            Value value = execute.values().isEmpty()
                    ? Value.NULL
                    : execute.values().get(i % execute.values().size());
            types.write(value.type());
            types.write(value.unsigned() ? 0x80 : 0);
            if (value.isNull()) {
                nulls[i / 8] |= (byte) (1 << (i % 8));
            } else if (execute.longData() && value.isLong()) {
                byte[] place = {(byte) i, (byte) (i >> 8)};
                command(0x18, join(fourBytes(handle.id()), place, value.content()));
            } else {
                values.writeBytes(value.bytes());
            }
        }
        byte[] head = join(fourBytes(handle.id()), new byte[] {(byte) (execute.cursor() ? 1 : 0), 1, 0, 0, 0});
        byte[] bound = count == 0 ? new byte[0] : join(nulls, new byte[] {(byte) (execute.newTypes() ? 1 : 0)});
        command(0x17, join(head, bound, execute.newTypes() ? types.toByteArray() : new byte[0], values.toByteArray()));
    }

    private void logIn(Endpoint endpoint) throws IOException {
        PayloadCursor greeting = packet();
        if (greeting.first() == 0xFF) {
            throw new IOException("refused: " + greeting.rest());
        }
        greeting.skip(1);
        greeting.zeroTerminated();
        greeting.skip(4);
        byte[] first = greeting.take(8);
        greeting.skip(1 + 2 + 1 + 2 + 2 + 1 + 10);
        byte[] scramble = join(first, greeting.take(12));
        greeting.skip(1);
        String plugin = greeting.zeroTerminated();
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        response.writeBytes(fourBytes(login.capabilities() | CONNECT_WITH_DB));
        response.writeBytes(fourBytes(1 << 24));
        response.write(login.collation());
        response.writeBytes(new byte[23]);
        response.writeBytes((endpoint.user() + "\0").getBytes(StandardCharsets.UTF_8));
        byte[] proof = proof(plugin, endpoint.password(), scramble);
        response.write(proof.length);
        response.writeBytes(proof);
        response.writeBytes((login.database() + "\0" + plugin + "\0").getBytes(StandardCharsets.UTF_8));
        send(response.toByteArray());
        while (true) {
            PayloadCursor answer = packet();
            switch (answer.first()) {
                case 0x00 -> {
                    return;
                }
                case 0x01 -> {
                    if (answer.length() != 2 || answer.take(2)[1] != 3) {
                        throw new IOException("this account isn't in the server's cache: log in by other means first");
                    }
                }
                case 0xFE -> {
                    answer.skip(1);
                    String other = answer.zeroTerminated();
                    send(proof(other, endpoint.password(), answer.take(20)));
                }
                default -> throw new IOException("refused: " + answer.rest());
            }
        }
    }

    private void command(int code, byte[] argument) throws IOException {
        sequence = 0;
        send(join(new byte[] {(byte) code}, argument));
    }

    private void send(byte[] payload) throws IOException {
        byte[] header = {
            (byte) payload.length, (byte) (payload.length >> 8), (byte) (payload.length >> 16), (byte) sequence++
        };
        socket.getOutputStream().write(join(header, payload));
    }

    private PayloadCursor packet() throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        int length;
        do {
            length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
            int found = in.readUnsignedByte();
            if (found != (sequence++ & 0xFF)) {
                throw new IOException("a packet has number " + found + " in place of " + ((sequence - 1) & 0xFF));
            }
            byte[] part = in.readNBytes(length);
            if (part.length < length) {
                throw new EOFException("closed inside of a packet");
            }
            whole.writeBytes(part);
        } while (length == LONGEST_PACKET);
        return new PayloadCursor(whole.toByteArray());
    }

    private static byte[] proof(String plugin, String password, byte[] scramble) {
        boolean old = plugin.equals(NATIVE);
        try {
            MessageDigest digest = MessageDigest.getInstance(old ? "SHA-1" : "SHA-256");
            byte[] once = digest.digest(password.getBytes(StandardCharsets.UTF_8));
            byte[] twice = digest.digest(once);
            byte[] mask = digest.digest(old ? join(scramble, twice) : join(twice, scramble));
            for (int i = 0; i < once.length; i++) {
                once[i] ^= mask[i];
            }
            return once;
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] fourBytes(long value) {
        return new byte[] {(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)};
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
