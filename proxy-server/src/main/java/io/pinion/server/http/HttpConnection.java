package io.pinion.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.Future;
import io.pinion.server.http.Page.Maker;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the HTTP server: reads a request, answers it, reads the next one; each within a deadline. Nothing is
 * read while an answer is made, so that a client may send requests ahead. Lives on the server's event loop.
 */
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final HttpDecoderConfig LIMITS =
            new HttpDecoderConfig().setMaxInitialLineLength(2_048).setMaxHeaderSize(8_192);
    private static final int MAX_BODY_BYTES = 4_096;

    /** What the connection does, and for how long it may. */
    private enum Phase {
        /** The first request is awaited, to its end. */
        REQUEST(10),
        ANSWER(30),
        /** The client may send another request. */
        IDLE(30),
        /** The last answer was sent. A close before the client's would reset it, if the client still sends. */
        CLOSING(2);

        private final int seconds;

        Phase(int seconds) {
            this.seconds = seconds;
        }
    }

    private final SocketChannel channel;
    private final HttpConnections all;
    private final Function<String, Maker> pages;
    private final Executor offLoop;
    private Phase phase = Phase.REQUEST;
    private @Nullable HttpRequest reading;
    private int bodyBytes;
    private @Nullable Future<?> deadline;

    private HttpConnection(
            SocketChannel channel, HttpConnections all, Function<String, Maker> pages, Executor offLoop) {
        this.channel = channel;
        this.all = all;
        this.pages = pages;
        this.offLoop = offLoop;
    }

    /**
     * @param pages gives the page of a path
     * @param offLoop makes those that take long, and may refuse to
     */
    static void begin(SocketChannel channel, HttpConnections all, Function<String, Maker> pages, Executor offLoop) {
        channel.config().setAutoRead(false);
        channel.pipeline()
                .addLast(
                        new HttpServerCodec(LIMITS),
                        new FlowControlHandler(),
                        new HttpConnection(channel, all, pages, offLoop));
    }

    /** Whether the client keeps the server waiting. */
    boolean isWaiting() {
        return phase != Phase.ANSWER;
    }

    void close() {
        channel.close();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        all.add(this);
        enter(Phase.REQUEST);
        channel.read();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        all.remove(this);
        cancelDeadline();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (phase == Phase.CLOSING) {
            return;
        }
        if (part.decoderResult().isFailure()) {
            sendLast(refusal(part.decoderResult().cause()));
            return;
        }
        if (part instanceof HttpRequest begun) {
            reading = begun;
            bodyBytes = 0;
        }
        if (part instanceof HttpContent body) {
            bodyBytes += body.content().readableBytes();
        }
        HttpRequest whole = reading;
        if (bodyBytes > MAX_BODY_BYTES) {
            sendLast(response(Page.text(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE.code(), "too much\n")));
        } else if (part instanceof LastHttpContent && whole != null) {
            reading = null;
            enter(Phase.ANSWER);
            answer(whole);
        } else {
            channel.read();
        }
    }

    private void answer(HttpRequest request) {
        boolean goesOn = HttpUtil.isKeepAlive(request);
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            FullHttpResponse refused = response(Page.text(405, "only GET and HEAD\n"));
            refused.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
            send(refused, goesOn);
            return;
        }
        Maker maker = pages.apply(new QueryStringDecoder(request.uri()).path());
        if (maker.offLoop()) {
            makeOffLoop(maker, goesOn);
        } else {
            send(response(pageOrFailure(maker)), goesOn);
        }
    }

    private void makeOffLoop(Maker later, boolean goesOn) {
        try {
            CompletableFuture.supplyAsync(() -> pageOrFailure(later), offLoop)
                    .thenAcceptAsync(page -> send(response(page), goesOn), channel.eventLoop());
        } catch (RejectedExecutionException full) {
            send(response(Page.text(429, "too many requests at a time\n")), goesOn);
        }
    }

    private static FullHttpResponse refusal(Throwable cause) {
        int status =
                switch (cause) {
                    case TooLongHttpLineException line -> HttpResponseStatus.REQUEST_URI_TOO_LONG.code();
                    case TooLongHttpHeaderException header -> HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE.code();
                    default -> HttpResponseStatus.BAD_REQUEST.code();
                };
        return response(Page.text(status, "not a request that this server reads\n"));
    }

    private static Page pageOrFailure(Maker maker) {
        try {
            return maker.page().get();
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("http page failed");
            return Page.text(500, "failed; the log says why\n");
        }
    }

    private static FullHttpResponse response(Page page) {
        ByteBuf body = Unpooled.wrappedBuffer(page.text().getBytes(StandardCharsets.UTF_8));
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(page.status()), body);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, page.contentType());
        HttpUtil.setContentLength(response, body.readableBytes());
        return response;
    }

    /** The codec leaves out the body of an answer to HEAD. */
    private void send(FullHttpResponse response, boolean goesOn) {
        if (!goesOn) {
            sendLast(response);
            return;
        }
        HttpUtil.setKeepAlive(response, true);
        afterwards(channel.writeAndFlush(response), () -> {
            enter(Phase.IDLE);
            channel.read();
        });
    }

    /** What the client still sends is discarded. */
    private void sendLast(FullHttpResponse response) {
        HttpUtil.setKeepAlive(response, false);
        afterwards(channel.writeAndFlush(response), () -> {
            enter(Phase.CLOSING);
            channel.shutdownOutput();
            channel.config().setAutoRead(true);
        });
    }

    private void afterwards(ChannelFuture written, Runnable next) {
        written.addListener(sent -> {
            if (sent.isSuccess()) {
                next.run();
            } else {
                channel.close();
            }
        });
    }

    private void enter(Phase next) {
        phase = next;
        all.moved(this);
        cancelDeadline();
        deadline = channel.eventLoop().schedule(this::close, next.seconds, TimeUnit.SECONDS);
    }

    private void cancelDeadline() {
        Future<?> pending = deadline;
        if (pending != null) {
            pending.cancel(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("An HTTP connection failed", cause);
        channel.close();
    }
}
