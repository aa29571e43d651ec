package io.pinion.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * SIGTERM and SIGINT. A shutdown hook hears of the first of them only, and the exit status is then the signal's; so the
 * handlers of {@code sun.misc.Signal} are used, which every JDK has in its module jdk.unsupported. By reflection, since the
 * compiler warns of each direct use.
 */
final class StopSignals {
    private StopSignals() {}

    /** @param signalled is called for each of them, on a thread of the JVM; must not block */
    static void handle(Runnable signalled) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object handling = Proxy.newProxyInstance(
                    StopSignals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            signalled.run();
                        }
                        return null;
                    });
            for (String name : new String[] {"TERM", "INT"}) {
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
            }
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("this JVM has no jdk.unsupported, by which signals are handled", e);
        }
    }
}
