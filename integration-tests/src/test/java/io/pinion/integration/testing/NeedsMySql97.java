package io.pinion.integration.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Tests that run where enough MySQL 9.7 are given, and say elsewhere how to give them. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsMySql97.Condition.class)
public @interface NeedsMySql97 {
    /** How many servers the tests need. */
    int value() default 1;

    /** What JUnit asks, of a class and of each of its methods. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            int needed = AnnotationSupport.findAnnotation(context.getElement(), NeedsMySql97.class)
                    .map(NeedsMySql97::value)
                    .orElse(0);
            int given = GivenServers.mysql97().addresses().size();
            return given < needed
                    ? ConditionEvaluationResult.disabled(GivenServers.howToGiveMySql97(needed))
                    : ConditionEvaluationResult.enabled(given + " MySQL 9.7 are given");
        }
    }
}
