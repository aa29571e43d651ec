package io.pinion.integration.testing;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * MariaDB, which the build brings, and MySQL 9.7, where enough servers are given; otherwise a line says how to give them. A run
 * with {@value #TURN} takes one of the two for each class, and with the next number the other one.
 */
final class GivenProducts implements ArgumentsProvider {
    /** The property of the build with a number, of which the last bit counts. */
    private static final String TURN = "pinion.turn";

    @Override
    public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        Class<?> tests = context.getRequiredTestClass();
        int needed = AnnotationSupport.findAnnotation(tests, OnEachServer.class)
                .map(OnEachServer::mysql)
                .orElse(2);
        if (GivenServers.mysql97().addresses().size() >= needed) {
            return products(tests).map(Arguments::of);
        }
        System.out.println(
                tests.getSimpleName() + " is skipped on MySQL 9.7: " + GivenServers.howToGiveMySql97(needed));
        return Stream.of(Arguments.of(ServerProduct.MARIADB));
    }

    private static Stream<ServerProduct> products(Class<?> tests) {
        ServerProduct[] all = ServerProduct.values();
        String turn = System.getProperty(TURN, "");
        return turn.isEmpty()
                ? Stream.of(all)
                : Stream.of(all[Math.floorMod(tests.getName().hashCode() + Integer.parseInt(turn), all.length)]);
    }
}
