package io.pinion.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Handles SIGTERM and SIGINT. A shutdown hook sees only the first signal, and the exit status is then the signal's. So
 * the handlers of {@code sun.misc.Signal} are used, which every JDK has in its module jdk.unsupported; by reflection,
 * since the compiler warns of each direct use.
 */
final class StopSignals {
    private StopSignals() {}

    /** @param signalled called for each signal, on a thread of the JVM; must not block */
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
