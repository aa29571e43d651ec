package io.pinion.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoginFailureLogTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.pinion.login");
    private final AtomicLong clock = new AtomicLong();
    private final LoginFailureLog log = new LoginFailureLog(2, clock::get);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setAdditive(false);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
    }

    private static Map<String, String> values(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .collect(Collectors.toMap(pair -> pair.key, pair -> String.valueOf(pair.value)));
    }

    @Test
    void aLineNamesUserAddressAndReason() {
        log.loginFailed("app", "10.0.0.1:4711", "wrong_password");

        assertThat(lines.list).hasSize(1);
        assertThat(values(lines.list.getFirst()))
                .containsEntry("user", "app")
                .containsEntry("client", "10.0.0.1:4711")
                .containsEntry("reason", "wrong_password")
                .containsEntry("suppressed", "0");
    }

    @Test
    void whatIsLeftOutIsCountedInTheNextLine() {
        for (int i = 0; i < 7; i++) {
            log.loginFailed("app", "10.0.0.1:4711", "wrong_password");
        }
        clock.addAndGet(1_000_000_000L);
        log.loginFailed("app", "10.0.0.1:4711", "wrong_password");

        assertThat(lines.list).hasSize(3);
        assertThat(values(lines.list.getLast())).containsEntry("suppressed", "5");
    }

    @Test
    void aNameCanNotPassForAnotherLine() {
        log.loginFailed("a\nERROR all is lost" + "x".repeat(100), "10.0.0.1:4711", "unknown_user");

        assertThat(values(lines.list.getFirst()).get("user"))
                .startsWith("a?ERROR all is lost")
                .endsWith("…")
                .hasSize(81);
    }
}
