package io.pinion.operations.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.statement.StatementToken.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementScannerTest {
    private static List<String> scanned(String sql) {
        return StatementTokens.of(sql).all().stream()
                .map(token -> token.kind() == Kind.SIGN ? "sign " + token.text() : token.text())
                .toList();
    }

    @Test
    void aDotBesideANameInBackticksIsBetweenTwoNames() {
        assertThat(scanned("`a`.`b`")).containsExactly("a", "sign .", "b");
        assertThat(scanned("a.`b`.c.d")).containsExactly("a", "sign .", "b", "sign .", "c.d");
        assertThat(scanned("`a` .5")).containsExactly("a", ".5");
    }

    @Test
    void aNameMayHaveADot() {
        assertThat(scanned("pinterest.pins pinterest:3429")).containsExactly("pinterest.pins", "pinterest:3429");
    }
}
