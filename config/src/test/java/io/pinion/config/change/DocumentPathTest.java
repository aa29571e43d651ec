package io.pinion.config.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.change.DocumentPath.Index;
import io.pinion.config.change.DocumentPath.Name;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentPathTest {
    @Test
    void aPathIsReadAsProblemsWriteIt() {
        assertThat(DocumentPath.parse("keyspaces.lookup.checks['1.2.3.4']").steps())
                .containsExactly(new Name("keyspaces"), new Name("lookup"), new Name("checks"), new Name("1.2.3.4"));
        assertThat(DocumentPath.parse("keyspaces.pinterest.ranges[12].pair").steps())
                .containsExactly(
                        new Name("keyspaces"),
                        new Name("pinterest"),
                        new Name("ranges"),
                        new Index(12),
                        new Name("pair"));
        assertThat(DocumentPath.parse("users[\"a b\"].admin")).hasToString("users['a b'].admin");
        assertThat(DocumentPath.parse("").isRoot()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {".a", "a.", "a..b", "a[b]", "a[1", "a]", "a['b'", "a[1]b", "a'b"})
    void whatIsNoPathIsRefused(String text) {
        assertThatThrownBy(() -> DocumentPath.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "' is no place");
    }
}
