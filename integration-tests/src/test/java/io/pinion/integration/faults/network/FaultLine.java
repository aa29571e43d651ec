package io.pinion.integration.faults.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A port of 127.0.0.1 that leads to another one, over a network that tests may disturb. Any thread may call. */
public final class FaultLine implements AutoCloseable {
    private final ServerSocket listener;
    private final InetSocketAddress target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile Weather weather = Weather.FAIR;
    private volatile Duration delay = Duration.ZERO;
    private volatile @Nullable Tripwire wire;

    /** What becomes of bytes. */
    enum Weather {
        FAIR,
        /** They are lost on the way, and sent again by TCP until the line is fair: a partition that drops. */
        SILENT,
        /** Connections are reset, and new ones at once. */
        BROKEN
    }

    public FaultLine(int targetPort) throws IOException {
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("fault-line-" + targetPort).start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Link link = new Link(this, listener.accept(), target);
                links.add(link);
                link.start();
            }
        } catch (IOException closed) {
            links.forEach(Link::reset);
        }
    }

    void ended(Link link) {
        links.remove(link);
    }

    Weather weather() {
        return weather;
    }

    Duration delay() {
        return delay;
    }

    @Nullable
    Tripwire wire() {
        return wire;
    }

    /** Nothing gets through until {@link #heal}, and nobody is told. */
    public void silence() {
        weather = Weather.SILENT;
    }

    /** Nothing gets through until {@link #heal}, and everybody is told at once. */
    public void breakOff() {
        weather = Weather.BROKEN;
        links.forEach(Link::reset);
    }

    /** Resets what is connected; new connections get through. */
    public void reset() {
        links.forEach(Link::reset);
    }

    /** @param each way, for each piece that is sent */
    public void slowDown(Duration each) {
        delay = each;
    }

    /** Takes the place of one that was there. */
    public void stretch(Tripwire next) {
        wire = next;
    }

    /** What a wire has stopped is lost, with its connection. */
    public void cutWhatIsStopped() {
        wire = null;
        links.stream().filter(Link::isStopped).forEach(Link::reset);
    }

    /** What a wire has stopped, or was held up, goes on. */
    public void heal() {
        wire = null;
        weather = Weather.FAIR;
        delay = Duration.ZERO;
        links.forEach(Link::letGo);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        links.forEach(Link::reset);
    }
}
