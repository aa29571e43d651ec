package io.pinion.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
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
import io.netty.util.concurrent.Future;
import io.pinion.server.http.Page.Maker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the HTTP server: reads a request, answers it, reads the next one; each within a deadline. Lives on
 * the server's event loop.
 */
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final HttpDecoderConfig LIMITS =
            new HttpDecoderConfig().setMaxInitialLineLength(2_048).setMaxHeaderSize(8_192);
    private static final int MAX_BODY_BYTES = 4_096;

    /** The requests that a client may send ahead of the answer. */
    private static final int MAX_AHEAD = 64;

    /** What the connection does, and for how long it may. */
    private enum Phase {
        /** A request is awaited, or has come in part. */
        REQUEST(10),
        ANSWER(30),
        /** The client may send another request. */
        IDLE(30),
        /** As ANSWER, and what the client still sends is discarded. */
        LAST_ANSWER(30),
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
    private final ArrayDeque<HttpRequest> ahead = new ArrayDeque<>();
    private Phase phase = Phase.REQUEST;
    private @Nullable HttpRequest reading;
    private int bodyBytes;
    private boolean inputEnded;
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
        HttpConnection connection = new HttpConnection(channel, all, pages, offLoop);
        channel.pipeline().addLast(connection.new FirstBytes(), new HttpServerCodec(LIMITS), connection);
    }

    /** Whether the client keeps the server waiting. */
    boolean isWaiting() {
        return phase != Phase.ANSWER && phase != Phase.LAST_ANSWER;
    }

    private boolean isEnding() {
        return phase == Phase.LAST_ANSWER || phase == Phase.CLOSING;
    }

    void close() {
        channel.close();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        all.add(this);
        enter(Phase.REQUEST);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        all.remove(this);
        cancelDeadline();
    }

    /** Sees a request's first bytes, which the codec keeps until its head is whole. */
    private final class FirstBytes extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            if (isEnding()) {
                ((ByteBuf) bytes).release();
                return;
            }
            if (phase == Phase.IDLE) {
                enter(Phase.REQUEST);
            }
            context.fireChannelRead(bytes);
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (isEnding()) {
            return;
        }
        if (part.decoderResult().isFailure()) {
            refuse(refusal(part.decoderResult().cause()));
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
        if (bodyBytes > MAX_BODY_BYTES || ahead.size() > MAX_AHEAD) {
            refuse(response(Page.text(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE.code(), "too much\n")));
        } else if (part instanceof LastHttpContent && whole != null) {
            reading = null;
            ahead.add(whole);
            if (phase != Phase.ANSWER) {
                answerNext();
            }
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            if (isWaiting()) {
                channel.close();
            }
        }
    }

    /** The answer to an earlier request may be on its way: then the connection just ends. */
    private void refuse(FullHttpResponse refusal) {
        if (phase == Phase.ANSWER) {
            refusal.release();
            channel.close();
        } else {
            sendLast(refusal);
        }
    }

    /** Answers the first request that has come, or waits for one. */
    private void answerNext() {
        HttpRequest request = ahead.poll();
        // A client that sends much ahead isn't read meanwhile.
        channel.config().setAutoRead(ahead.isEmpty());
        if (request != null) {
            enter(Phase.ANSWER);
            answer(request);
        } else if (inputEnded) {
            channel.close();
        } else {
            enter(reading == null ? Phase.IDLE : Phase.REQUEST);
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
        channel.writeAndFlush(response).addListener(sent -> {
            if (sent.isSuccess()) {
                answerNext();
            } else {
                channel.close();
            }
        });
    }

    private void sendLast(FullHttpResponse response) {
        HttpUtil.setKeepAlive(response, false);
        ahead.clear();
        channel.config().setAutoRead(true);
        enter(Phase.LAST_ANSWER);
        channel.writeAndFlush(response).addListener(sent -> {
            if (sent.isSuccess() && !inputEnded) {
                enter(Phase.CLOSING);
                channel.shutdownOutput();
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
