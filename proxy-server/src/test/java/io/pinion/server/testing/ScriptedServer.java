package io.pinion.server.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that speaks just enough of the protocol to log anybody in and then does what a test tells it: answers, is
 * slow, stops in the middle of a packet, or hangs up. Written without Pinion's own codec, so that it can't share its
 * mistakes.
 */
public final class ScriptedServer implements AutoCloseable {
    private static final int COM_QUIT = 0x01;
    private static final int COM_INIT_DB = 0x02;
    private static final int COM_QUERY = 0x03;
    private static final int COM_SET_OPTION = 0x1B;
    private static final int COM_RESET_CONNECTION = 0x1F;
    private static final int CLIENT_DEPRECATE_EOF = 1 << 24;

    private final ServerSocket listening;
    private final Map<String, Answer> answers = new HashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Socket> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean refusing;
    private volatile byte[] greeting = usualGreeting();
    private volatile byte[] loginAnswer = loggedIn();

    /** What a client sent: the number of its connection, from 1, and the command in words. */
    public record Received(int connection, String command) {}

    /** What the server does when it has read a statement. */
    @FunctionalInterface
    public interface Answer {
        void send(Reply reply) throws IOException;
    }

    /** One connection's way to answer one command. */
    public static final class Reply {
        private final Socket socket;
        private final OutputStream out;
        private final boolean classic;
        private int sequence = 1;

        Reply(Socket socket, boolean classic) throws IOException {
            this.socket = socket;
            this.out = socket.getOutputStream();
            this.classic = classic;
        }

        public void ok() throws IOException {
            ok(0x0002);
        }

        public void ok(int status) throws IOException {
            packet(0, 0, 0, status & 0xFF, status >> 8, 0, 0);
        }

        public void okWithId(int affected, int id, int status) throws IOException {
            packet(0, affected, id, status & 0xFF, status >> 8, 0, 0);
        }

        public void error(int code, String sqlState, String message) throws IOException {
            ByteArrayOutputStream payload = new ByteArrayOutputStream();
            payload.write(0xFF);
            payload.write(code & 0xFF);
            payload.write(code >> 8);
            payload.writeBytes(("#" + sqlState + message).getBytes(StandardCharsets.UTF_8));
            packet(payload.toByteArray());
        }

        /** One column named {@code c} and one row for each value. */
        public void rows(String... values) throws IOException {
            beginRows();
            for (String value : values) {
                row(value);
            }
            endRows(0x0002);
        }

        public void beginRows() throws IOException {
            packet(1);
            ByteArrayOutputStream definition = new ByteArrayOutputStream();
            for (String name : new String[] {"def", "", "", "", "c", ""}) {
                definition.write(name.length());
                definition.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
            }
            definition.writeBytes(new byte[] {0x0C, 45, 0, (byte) 0xFF, 0, 0, 0, (byte) 0xFD, 0, 0, 0, 0, 0});
            packet(definition.toByteArray());
            if (classic) {
                packet(0xFE, 0, 0, 0x02, 0);
            }
        }

        public void row(String value) throws IOException {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream row = new ByteArrayOutputStream();
            if (bytes.length < 0xFB) {
                row.write(bytes.length);
            } else {
                row.write(0xFD);
                row.write(bytes.length & 0xFF);
                row.write(bytes.length >> 8 & 0xFF);
                row.write(bytes.length >> 16);
            }
            row.writeBytes(bytes);
            packet(row.toByteArray());
        }

        public void endRows(int status) throws IOException {
            if (classic) {
                packet(0xFE, 0, 0, status & 0xFF, status >> 8);
            } else {
                packet(0xFE, 0, 0, status & 0xFF, status >> 8, 0, 0);
            }
        }

        public void packet(int... payload) throws IOException {
            byte[] bytes = new byte[payload.length];
            for (int i = 0; i < payload.length; i++) {
                bytes[i] = (byte) payload[i];
            }
            packet(bytes);
        }

        public void packet(byte[] payload) throws IOException {
            byte[] framed = new byte[payload.length + 4];
            framed[0] = (byte) payload.length;
            framed[1] = (byte) (payload.length >> 8);
            framed[2] = (byte) (payload.length >> 16);
            framed[3] = (byte) sequence++;
            System.arraycopy(payload, 0, framed, 4, payload.length);
            raw(framed);
        }

        /** Bytes as they are: half a packet, for example. */
        public void raw(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        public void hangUp() throws IOException {
            socket.close();
        }

        /** Nothing more is sent until the test allows it. */
        public void waitFor(CountDownLatch allowed) {
            try {
                allowed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public ScriptedServer() {
        try {
            listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Does {@code answer} when a statement comes that begins with {@code prefix}; the longest prefix counts. */
    public ScriptedServer on(String prefix, Answer answer) {
        synchronized (answers) {
            answers.put(prefix, answer);
        }
        return this;
    }

    /** From now on new connections are closed before the greeting. */
    public void refuseConnections(boolean refuse) {
        refusing = refuse;
    }

    /** From now on logins begin with these bytes, and the client's first packet is answered with those. */
    public void logsInBy(byte[] greetingBytes, byte[] answerBytes) {
        greeting = greetingBytes;
        loginAnswer = answerBytes;
    }

    /** Millions of commands would fill the memory. */
    public void forgetCommands() {
        received.clear();
    }

    /** Every command of every connection, in the order in which it was read. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** The commands alone. */
    public List<String> commands() {
        return received.stream().map(Received::command).toList();
    }

    /** How many connections have logged in. */
    public int connections() {
        return connections.get();
    }

    /** Cuts every connection there is. */
    public void hangUp() {
        for (Socket socket = open.poll(); socket != null; socket = open.poll()) {
            closeQuietly(socket);
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        hangUp();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                if (refusing) {
                    socket.close();
                } else {
                    open.add(socket);
                    Thread.ofVirtual().start(() -> serve(socket));
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(greeting);
            byte[] response = readPacket(in);
            int capabilities = (response[0] & 0xFF)
                    | (response[1] & 0xFF) << 8
                    | (response[2] & 0xFF) << 16
                    | (response[3] & 0xFF) << 24;
            socket.getOutputStream().write(loginAnswer);
            int number = connections.incrementAndGet();
            boolean classic = (capabilities & CLIENT_DEPRECATE_EOF) == 0;
            while (serveCommand(socket, readPacket(in), number, classic)) {
                // Until the client quits or goes.
            }
        } catch (EOFException e) {
            // The client has gone, which is its right.
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        } finally {
            open.remove(socket);
        }
    }

    private boolean serveCommand(Socket socket, byte[] packet, int number, boolean classic) throws IOException {
        String text = new String(packet, 1, packet.length - 1, StandardCharsets.UTF_8);
        Reply reply = new Reply(socket, classic);
        switch (packet[0]) {
            case COM_QUIT -> {
                return false;
            }
            case COM_INIT_DB -> answer(number, "COM_INIT_DB " + text, reply);
            case COM_SET_OPTION -> answer(number, "COM_SET_OPTION", reply);
            case COM_RESET_CONNECTION -> answer(number, "COM_RESET_CONNECTION", reply);
            case COM_QUERY -> answer(number, text, reply);
            default -> throw new IOException("the script knows no command " + packet[0]);
        }
        return true;
    }

    private void answer(int connection, String command, Reply reply) throws IOException {
        // Pinion's own COMMIT and ROLLBACK say more than a client's, so that completion_type doesn't count.
        received.add(new Received(connection, command.replace(" AND NO CHAIN NO RELEASE", "")));
        Answer answer = Reply::ok;
        int longest = -1;
        synchronized (answers) {
            for (Map.Entry<String, Answer> entry : answers.entrySet()) {
                if (command.startsWith(entry.getKey()) && entry.getKey().length() > longest) {
                    longest = entry.getKey().length();
                    answer = entry.getValue();
                }
            }
        }
        answer.send(reply);
    }

    private static byte[] readPacket(DataInputStream in) throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        in.readUnsignedByte();
        return in.readNBytes(length);
    }

    /** Protocol 10, mysql_native_password, every capability that Pinion may ask for. */
    public static byte[] usualGreeting() {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.write(10);
        payload.writeBytes("10.11.0-scripted\0".getBytes(StandardCharsets.US_ASCII));
        payload.writeBytes(new byte[] {1, 0, 0, 0});
        payload.writeBytes("abcdefgh\0".getBytes(StandardCharsets.US_ASCII));
        payload.writeBytes(new byte[] {(byte) 0xDF, (byte) 0xF7, 45, 2, 0, (byte) 0xFF, (byte) 0x81, 21});
        payload.writeBytes(new byte[10]);
        payload.writeBytes("ijklmnopqrst\0".getBytes(StandardCharsets.US_ASCII));
        payload.writeBytes("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        byte[] body = payload.toByteArray();
        byte[] framed = new byte[body.length + 4];
        framed[0] = (byte) body.length;
        System.arraycopy(body, 0, framed, 4, body.length);
        return framed;
    }

    /** An OK as the answer to a login. */
    public static byte[] loggedIn() {
        return new byte[] {7, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0};
    }

    /** The same of a MariaDB, which doesn't have the capability LONG_PASSWORD. */
    public static byte[] greetingOfMariaDb() {
        byte[] greeting = usualGreeting();
        int capabilities = greeting.length - ("mysql_native_password\0".length() + "ijklmnopqrst\0".length() + 10 + 8);
        greeting[capabilities] &= (byte) 0xFE;
        return greeting;
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
