package io.pinion.routing.session;

import io.pinion.routing.cases.CaseFile;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class SessionCasesTest {
    private static final TextRules RULES = TextRules.defaults(SqlDialect.MARIADB, 101119);

    private final SqlTokenizer tokenizer = new SqlTokenizer(new FingerprintKey(11, 13), ShardNames.NONE);

    private Tokens tokens(String sql) {
        return Tokens.of(tokenizer.scan(sql.getBytes(StandardCharsets.UTF_8), RULES));
    }

    private String change(String sql) {
        return SessionStatements.read(tokens(sql), "utf8mb4", false)
                .map(SessionCasesTest::describe)
                .orElse("not understood");
    }

    private static String describe(SessionChange change) {
        return change instanceof SessionChange.Assign assign
                ? assign.assignments().stream().map(Object::toString).collect(Collectors.joining("\n"))
                : change.toString();
    }

    @TestFactory
    Stream<DynamicNode> set() {
        return CaseFile.tests("session/set.txt", this::change);
    }

    @TestFactory
    Stream<DynamicNode> clients() {
        return CaseFile.tests("session/clients.txt", this::change);
    }

    @TestFactory
    Stream<DynamicNode> transactions() {
        return CaseFile.tests("session/transactions.txt", this::change);
    }

    @TestFactory
    Stream<DynamicNode> show() {
        return CaseFile.tests("session/show.txt", sql -> ShowReader.read(tokens(sql), "utf8mb4")
                .map(Object::toString)
                .orElse("not understood"));
    }
}
