package io.pinion.server.testing;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The primaries of {@code pair1} and {@code pair2}, a proxy in front of them and a client that has logged in; closed behind each test. */
public final class ProxyOfTwoServers implements AfterEachCallback {
    private final ScriptedServer first = new ScriptedServer();
    private final ScriptedServer second = new ScriptedServer();
    private final TestProxy proxy;
    private final RawClient client;

    public ProxyOfTwoServers() {
        this(proxy -> proxy);
    }

    /** @param settings of the proxy, such as its planner */
    public ProxyOfTwoServers(UnaryOperator<TestProxy.Builder> settings) {
        proxy = settings.apply(TestProxy.inFrontOf(first, second)).start();
        client = RawClient.loggedIn(proxy);
    }

    public ScriptedServer first() {
        return first;
    }

    public ScriptedServer second() {
        return second;
    }

    public TestProxy proxy() {
        return proxy;
    }

    public RawClient client() {
        return client;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        client.close();
        proxy.close();
        first.close();
        second.close();
    }
}
