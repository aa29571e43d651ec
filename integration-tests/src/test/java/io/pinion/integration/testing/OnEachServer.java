package io.pinion.integration.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A class whose tests run once on MariaDB and once on MySQL 9.7, where enough of those are given. It has a field {@code @Parameter
 * ServerProduct product}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ParameterizedClass(name = "{0}")
@ArgumentsSource(GivenProducts.class)
public @interface OnEachServer {
    /** How many MySQL servers the tests need. */
    int mysql() default 2;
}
