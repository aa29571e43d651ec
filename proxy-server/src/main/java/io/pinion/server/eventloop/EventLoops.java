package io.pinion.server.eventloop;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerDomainSocketChannel;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The threads that own every client and server socket, and their transport. */
public final class EventLoops implements AutoCloseable {

    /** The kernel interface for sockets. */
    public enum Transport {
        IO_URING(IoUringServerSocketChannel.class, IoUringSocketChannel.class, IoUringServerDomainSocketChannel.class),
        EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class, EpollServerDomainSocketChannel.class),
        NIO(NioServerSocketChannel.class, NioSocketChannel.class, NioServerDomainSocketChannel.class);

        private final Class<? extends ServerChannel> listening;
        private final Class<? extends SocketChannel> connected;
        private final Class<? extends ServerChannel> listeningLocally;

        Transport(
                Class<? extends ServerChannel> listening,
                Class<? extends SocketChannel> connected,
                Class<? extends ServerChannel> listeningLocally) {
            this.listening = listening;
            this.connected = connected;
            this.listeningLocally = listeningLocally;
        }

        /**
         * The transport of that name; {@code auto} is epoll where the kernel has it, else NIO.
         *
         * @throws IllegalArgumentException when no transport has that name, or it can't be used here
         */
        public static Transport of(String name) {
            String wanted = name.toLowerCase(Locale.ROOT);
            Transport transport =
                    switch (wanted) {
                        case "auto" -> Epoll.isAvailable() ? EPOLL : NIO;
                        case "io_uring" -> IO_URING;
                        case "epoll" -> EPOLL;
                        case "nio" -> NIO;
                        default ->
                            throw new IllegalArgumentException(
                                    "transport " + name + " is none of auto, io_uring, epoll, nio");
                    };
            Throwable cause = transport.unavailability();
            if (cause != null) {
                throw new IllegalArgumentException(
                        "transport " + name + " can't be used on this machine: " + cause.getMessage(), cause);
            }
            return transport;
        }

        private @org.jspecify.annotations.Nullable Throwable unavailability() {
            return switch (this) {
                case IO_URING -> IoUring.unavailabilityCause();
                case EPOLL -> Epoll.unavailabilityCause();
                case NIO -> null;
            };
        }

        private IoHandlerFactory handlers() {
            return switch (this) {
                case IO_URING -> IoUringIoHandler.newFactory();
                case EPOLL -> EpollIoHandler.newFactory();
                case NIO -> NioIoHandler.newFactory();
            };
        }
    }

    private final Transport transport;
    private final MultiThreadIoEventLoopGroup group;
    private final List<EventLoop> loops;
    private final LoopWatch watch;

    /** A thread that does nothing else, so that no busy loop keeps all clients out. */
    private final MultiThreadIoEventLoopGroup acceptor;

    /** @param threads at least 1; one for each core is the useful number */
    public EventLoops(Transport transport, int threads) {
        this.transport = transport;
        this.group = new MultiThreadIoEventLoopGroup(threads, transport.handlers()) {
            @Override
            public IoEventLoop next() {
                return loopForNewClient(super::next);
            }
        };
        List<EventLoop> all = new ArrayList<>(threads);
        for (EventExecutor executor : group) {
            all.add((EventLoop) executor);
        }
        this.loops = List.copyOf(all);
        this.watch = new LoopWatch(loops);
        this.acceptor = new MultiThreadIoEventLoopGroup(1, transport.handlers());
    }

    /** The next loop in turn that isn't busy with something long; the next one where all are. */
    private IoEventLoop loopForNewClient(Supplier<IoEventLoop> turns) {
        IoEventLoop chosen = turns.get();
        for (int i = 1; i < loops.size() && watch.isBusy(chosen); i++) {
            chosen = turns.get();
        }
        return chosen;
    }

    public Transport transport() {
        return transport;
    }

    public MultiThreadIoEventLoopGroup group() {
        return group;
    }

    public List<EventLoop> loops() {
        return loops;
    }

    public LoopWatch watch() {
        return watch;
    }

    /** Accepts clients, and gives each to a loop of {@link #group}. */
    public MultiThreadIoEventLoopGroup acceptor() {
        return acceptor;
    }

    public Class<? extends ServerChannel> listeningChannel() {
        return transport.listening;
    }

    /** Whether two processes may listen on one port. */
    public boolean sharesPorts() {
        return transport == Transport.EPOLL;
    }

    /** The channel class of a listening unix socket. */
    public Class<? extends ServerChannel> localListeningChannel() {
        return transport.listeningLocally;
    }

    /** A unix socket's address in the class that this transport needs. */
    public SocketAddress localAddress(Path file) {
        return switch (transport) {
            case IO_URING, EPOLL -> new DomainSocketAddress(file.toFile());
            case NIO -> UnixDomainSocketAddress.of(file);
        };
    }

    public Class<? extends SocketChannel> connectedChannel() {
        return transport.connected;
    }

    /** Waits at most five seconds for the threads to end. */
    @Override
    public void close() {
        watch.close();
        acceptor.shutdownGracefully(0, 3, TimeUnit.SECONDS);
        group.shutdownGracefully(0, 3, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
