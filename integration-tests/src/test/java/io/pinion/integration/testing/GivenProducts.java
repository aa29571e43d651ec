package io.pinion.integration.testing;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/** MariaDB, which the build brings, and MySQL 9.7, where enough servers are given; otherwise a line says how to give them. */
final class GivenProducts implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        Class<?> tests = context.getRequiredTestClass();
        int needed = AnnotationSupport.findAnnotation(tests, OnEachServer.class)
                .map(OnEachServer::mysql)
                .orElse(2);
        Stream<Arguments> mariaDb = Stream.of(Arguments.of(ServerProduct.MARIADB));
        if (GivenServers.mysql97().addresses().size() >= needed) {
            return Stream.concat(mariaDb, Stream.of(Arguments.of(ServerProduct.MYSQL97)));
        }
        System.out.println(
                tests.getSimpleName() + " is skipped on MySQL 9.7: " + GivenServers.howToGiveMySql97(needed));
        return mariaDb;
    }
}
