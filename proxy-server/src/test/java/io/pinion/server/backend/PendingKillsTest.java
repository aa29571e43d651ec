package io.pinion.server.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PendingKillsTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final PendingKills kills = new PendingKills(channel);

    @AfterEach
    void nothingIsLeft() {
        assertThat(channel.<ByteBuf>readOutbound()).isNull();
        channel.finishAndReleaseAll();
    }

    @Test
    void withoutAKillACommandIsSentAtOnce() {
        kills.nothingRuns();
        write(1);
        sent(1);
    }

    @Test
    void theCommandBehindTheStatementWaitsForTheKillsAnswer() {
        Runnable answered = kills.begin();
        kills.nothingRuns();
        write(1);
        write(2);
        assertThat(channel.<ByteBuf>readOutbound()).isNull();
        answered.run();
        sent(1);
        sent(2);
        assertThat(kills.isEmpty()).isTrue();
    }

    @Test
    void whatTheStatementItselfStillSendsDoesNotWait() {
        Runnable answered = kills.begin();
        write(1);
        sent(1);
        answered.run();
    }

    @Test
    void aStatementThatWasInterruptedIsAsGoodAsTheAnswer() {
        Runnable first = kills.begin();
        Runnable second = kills.begin();
        kills.hit();
        first.run();
        kills.nothingRuns();
        write(1);
        assertThat(channel.<ByteBuf>readOutbound()).isNull();
        second.run();
        sent(1);
    }

    @Test
    void whatWaitsIsReleasedWithTheConnection() {
        Runnable answered = kills.begin();
        kills.nothingRuns();
        ByteBuf command = Unpooled.buffer().writeByte(1);
        send(command);
        kills.close();
        assertThat(command.refCnt()).isZero();
        answered.run();
    }

    private void write(int value) {
        send(Unpooled.buffer().writeByte(value));
    }

    private void send(ByteBuf command) {
        if (kills.areAwaited()) {
            kills.hold(command);
        } else {
            channel.writeAndFlush(command);
        }
    }

    private void sent(int value) {
        ByteBuf found = channel.readOutbound();
        assertThat(found).isNotNull();
        assertThat(found.readByte()).isEqualTo((byte) value);
        found.release();
    }
}
