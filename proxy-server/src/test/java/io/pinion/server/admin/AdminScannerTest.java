package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.admin.AdminTokens.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdminScannerTest {
    private static List<String> scanned(String sql) {
        AdminTokens tokens = AdminTokens.of(sql);
        List<String> found = new ArrayList<>();
        while (!tokens.atEnd()) {
            AdminTokens.Token token = tokens.token("a token");
            found.add(token.kind() == Kind.SIGN ? "sign " + token.text() : token.text());
        }
        return found;
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
