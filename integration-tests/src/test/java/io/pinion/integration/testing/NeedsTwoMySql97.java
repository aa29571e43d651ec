package io.pinion.integration.testing;

import io.pinion.demo.GivenServers;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests that run where two MySQL 9.7 are given, and say elsewhere how to give them. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsTwoMySql97.Condition.class)
public @interface NeedsTwoMySql97 {
    /** What JUnit asks. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            int given = GivenServers.mysql97().addresses().size();
            return given < 2
                    ? ConditionEvaluationResult.disabled(GivenServers.howToGiveMySql97(2))
                    : ConditionEvaluationResult.enabled(given + " MySQL 9.7 are given");
        }
    }
}
