package io.pinion.integration.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Many raw clients under one selector and one thread, the caller's. */
final class Crowd implements AutoCloseable {
    private static final int MAX_REPORTED = 20;
    private static final Duration ANSWER_DEADLINE = Duration.ofSeconds(30);

    private final InetSocketAddress address;
    private final Selector selector = Selector.open();
    private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(64 * 1024);
    private final List<Member> members = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Deque<Member> left = new ArrayDeque<>();
    private long replacements;

    /** A place in the crowd; whoever leaves it is replaced. */
    private static final class Member {
        final WireClient.Login login;
        final Supplier<Behaviour> behaviours;

        @Nullable
        WireClient client;

        Member(WireClient.Login login, Supplier<Behaviour> behaviours) {
            this.login = login;
            this.behaviours = behaviours;
        }

        WireClient client() {
            return Objects.requireNonNull(client);
        }
    }

    Crowd(InetSocketAddress address) throws IOException {
        this.address = address;
    }

    /** @param behaviours makes the behaviour of this client and of each that replaces it */
    void add(WireClient.Login login, Supplier<Behaviour> behaviours) throws IOException {
        var member = new Member(login, behaviours);
        connect(member);
        members.add(member);
    }

    /** Serves the clients until the condition holds or something failed. */
    void runUntil(BooleanSupplier finished) throws IOException {
        long nextCheck = System.nanoTime();
        while (failures.isEmpty() && !finished.getAsBoolean()) {
            selector.select(this::onReadable, 100);
            if (System.nanoTime() - nextCheck >= 0) {
                refuseSilence();
                nextCheck = System.nanoTime() + Duration.ofSeconds(1).toNanos();
            }
            replaceThoseWhoLeft();
        }
    }

    boolean everyoneStays() {
        return members.stream().allMatch(member -> member.client().fate() == WireClient.Fate.STAYING);
    }

    void wakeEveryone() throws IOException {
        for (Member member : members) {
            member.client().wake();
        }
    }

    List<String> failures() {
        return failures;
    }

    /** How many clients left, or vanished, and were followed by a new one. */
    long replacements() {
        return replacements;
    }

    @Override
    public void close() throws IOException {
        for (Member member : members) {
            member.client().close();
        }
        selector.close();
    }

    private void connect(Member member) throws IOException {
        // Connected in blocking mode: on the loopback that takes microseconds and never fills the accept queue.
        SocketChannel channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        member.client = new WireClient(channel, key, member.login, member.behaviours.get());
        key.attach(member);
    }

    private void onReadable(SelectionKey key) {
        var member = (Member) key.attachment();
        WireClient client = member.client();
        try {
            readBuffer.clear();
            int count = ((SocketChannel) key.channel()).read(readBuffer);
            if (count < 0) {
                fail(client, new AssertionError("the connection was closed"));
                return;
            }
            client.onBytes(readBuffer.flip());
            if (client.fate() == WireClient.Fate.LEFT) {
                left.add(member);
            }
        } catch (IOException | AssertionError failure) {
            fail(client, failure);
        }
    }

    private void fail(WireClient client, Throwable failure) {
        String cause = failure.getCause() == null ? "" : ": " + failure.getCause();
        if (failures.size() < MAX_REPORTED) {
            failures.add(failure.getMessage() + cause + " (after " + client.waitingFor() + ")");
        }
    }

    private void refuseSilence() {
        long now = System.nanoTime();
        for (Member member : members) {
            boolean waiting = member.client().fate() == WireClient.Fate.RUNNING;
            if (waiting && now - member.client().waitingSinceNanos() > ANSWER_DEADLINE.toNanos()) {
                fail(member.client(), new AssertionError("no answer in " + ANSWER_DEADLINE));
            }
        }
    }

    private void replaceThoseWhoLeft() throws IOException {
        for (Member member = left.poll(); member != null; member = left.poll()) {
            connect(member);
            replacements++;
        }
    }
}
