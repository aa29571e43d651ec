package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.server.eventloop.EventLoops.Transport;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class SharedPortTest {
    @Test
    void needsATransportThatCan() {
        try (ScriptedServer server = new ScriptedServer()) {
            TestProxy.Builder proxy =
                    TestProxy.inFrontOf(server).transport(Transport.NIO).sharingPort();

            assertThatThrownBy(proxy::start)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("listener.reuse_port needs the transport epoll, and this is nio:"
                            + " set event_loops.transport to epoll (on Linux), or leave listener.reuse_port out");
        }
    }
}
