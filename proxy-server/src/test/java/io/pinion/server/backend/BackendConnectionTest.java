package io.pinion.server.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.session.SessionSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackendConnectionTest {
    private static final byte[] OK = {7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};

    private static final byte[] UNKNOWN_HANDLER = {9, 0, 0, 1, (byte) 0xFF, (byte) 0xDB, 4, '#', 'H', 'Y', '0', '0', '0'
    };

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final CapabilityFlavour flavour = new CapabilityFlavour(Capabilities.DEPRECATE_EOF);
    private final BackendConnection connection = new BackendConnection(
            channel, "MySQL001A", new Login("data", "pinion", "secret", flavour), flavour.wanted(), 7, false);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void whoWaitsHearsOfAMistakeWithTheEndOfItsAnswer() {
        Mistaken exchange = new Mistaken();
        connection.send(exchange, Unpooled.EMPTY_BUFFER);
        connection.flush();

        connection.onBytes(Unpooled.wrappedBuffer(OK));

        assertThat(exchange.told).isNotNull();
        assertThat(connection.isReusable()).isFalse();
        assertThat(channel.isOpen()).isFalse();
    }

    /** SQL's EXECUTE of an unknown name has the number of a lost handle. */
    @Test
    void handlesThatAreNotBelievedAnyMoreAreClosed() {
        connection.handles().add(new HandleKey(new byte[] {1}, null, SessionSettings.NONE.preparation()), 5);
        connection.send(new Ignoring(), Unpooled.EMPTY_BUFFER);

        connection.onBytes(Unpooled.wrappedBuffer(UNKNOWN_HANDLER));
        connection.flush();

        String last = "";
        for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
            last = ByteBufUtil.hexDump(sent);
            sent.release();
        }
        assertThat(last).isEqualTo("050000001905000000");
    }

    private static final class Ignoring implements Exchange {
        @Override
        public Expecting expecting() {
            return Expecting.ACKNOWLEDGEMENT;
        }

        @Override
        public void received(ByteBuf bytes) {
            bytes.release();
        }

        @Override
        public void ended(AnswerEnd end) {}

        @Override
        public void lost(ServerError reason) {}
    }

    /** Fails where its answer ends. */
    private static final class Mistaken implements Exchange {
        @Nullable
        ServerError told;

        @Override
        public Expecting expecting() {
            return Expecting.ACKNOWLEDGEMENT;
        }

        @Override
        public void received(ByteBuf bytes) {
            bytes.release();
        }

        @Override
        public void ended(AnswerEnd end) {
            throw new IllegalStateException("a mistake on purpose");
        }

        @Override
        public void lost(ServerError reason) {
            told = reason;
        }
    }
}
