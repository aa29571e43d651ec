package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.KillSession;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProxyRegistryIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration A_WHILE = Duration.ofSeconds(20);
    private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

    private final TestingServer server = new TestingServer();
    private final CuratorFramework client =
            ZooKeeperClient.start(server.getConnectString(), Duration.ofSeconds(6), Duration.ofSeconds(3));
    private final CuratorFramework observer =
            ZooKeeperClient.start(server.getConnectString(), Duration.ofSeconds(6), Duration.ofSeconds(3));
    private final ProxyRegistry registry = new ProxyRegistry(client, "main");
    private final ProxyRegistry observed = new ProxyRegistry(observer, "main");

    ProxyRegistryIT() throws Exception {}

    @AfterEach
    void close() throws Exception {
        client.close();
        observer.close();
        server.close();
    }

    private static RegisteredProxy proxy(String name, long generation) {
        return new RegisteredProxy(
                name,
                "10.0.0.5:3306",
                "0.1.0",
                STARTED,
                generation,
                generation,
                0,
                "00000000000000ab",
                Optional.empty(),
                Set.of());
    }

    private boolean lists(RegisteredProxy... proxies) {
        try {
            return observed.list().equals(List.of(proxies));
        } catch (StoreUnavailable away) {
            return false;
        }
    }

    @Test
    void proxiesStateTheGenerationThatTheyServe() throws Exception {
        assertThat(observed.list()).isEmpty();
        try (ProxyRegistration one = registry.register(proxy("one:3306", 1));
                ProxyRegistration two = registry.register(proxy("two:3306", 1))) {
            SourceDocuments.await("both", A_WHILE, () -> lists(proxy("one:3306", 1), proxy("two:3306", 1)));
            one.update(stated -> stated.withServed(2));
            two.update(stated -> stated.withServed(2));
            SourceDocuments.await("generation 2", SOON, () -> lists(proxy("one:3306", 2), proxy("two:3306", 2)));
        }
        SourceDocuments.await("nobody", SOON, this::lists);
    }

    @Test
    void aProxyStatesWhichPrimariesAreDeadForItOrThatItTakesNoPart() throws Exception {
        RegisteredProxy taking = proxy("one:3306", 1).withSilent(Set.of());
        try (ProxyRegistration one = registry.register(taking);
                ProxyRegistration two = registry.register(proxy("two:3306", 1))) {
            SourceDocuments.await("both", A_WHILE, () -> lists(taking, proxy("two:3306", 1)));
            one.update(stated -> stated.withSilent(Set.of("MySQL001A", "MySQL002A")));
            two.update(stated -> stated.withServed(2));
            RegisteredProxy stating = taking.withSilent(Set.of("MySQL002A", "MySQL001A"));
            SourceDocuments.await("the statement", SOON, () -> lists(stating, proxy("two:3306", 2)));
        }
    }

    @Test
    void anExpiredSessionRegistersAgain() throws Exception {
        try (ProxyRegistration registration = registry.register(proxy("one:3306", 1))) {
            SourceDocuments.await("one", A_WHILE, () -> lists(proxy("one:3306", 1)));
            KillSession.kill(client.getZookeeperClient().getZooKeeper());
            registration.update(stated -> stated.withServed(2));
            SourceDocuments.await("one again", A_WHILE, () -> lists(proxy("one:3306", 2)));
        }
    }

    @Test
    void aRestartOfZooKeeperRegistersAgain() throws Exception {
        try (ProxyRegistration registration = registry.register(proxy("one:3306", 1))) {
            SourceDocuments.await("one", A_WHILE, () -> lists(proxy("one:3306", 1)));
            server.stop();
            registration.update(stated -> stated.withServed(3));
            server.restart();
            SourceDocuments.await("one again", A_WHILE, () -> lists(proxy("one:3306", 3)));
        }
    }

    @Test
    void aDeletedNodeIsMadeAgain() throws Exception {
        try (ProxyRegistration registration = registry.register(proxy("one:3306", 1))) {
            SourceDocuments.await("one", A_WHILE, () -> lists(proxy("one:3306", 1)));
            for (int generation = 2; generation < 20; generation++) {
                observer.delete().forPath("/pinion/main/proxies/one:3306");
                long served = generation;
                registration.update(stated -> stated.withServed(served));
                RegisteredProxy expected = proxy("one:3306", generation);
                SourceDocuments.await("generation " + generation, SOON, () -> lists(expected));
            }
        }
    }

    @Test
    void aNameThatAnotherSessionHoldsIsTakenWhenThatOneEnds() {
        ProxyRegistration first = registry.register(proxy("one:3306", 2));
        SourceDocuments.await("the first", A_WHILE, () -> lists(proxy("one:3306", 2)));
        try (ProxyRegistration second = observed.register(proxy("one:3306", 8))) {
            second.update(stated -> stated.withServed(9));
            SourceDocuments.await("still the first", SOON, () -> lists(proxy("one:3306", 2)));
            first.close();
            SourceDocuments.await("the second", A_WHILE, () -> lists(proxy("one:3306", 9)));
        }
    }
}
