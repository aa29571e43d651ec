package io.pinion.routing.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeclarationTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "object",
                "object type=7",
                "object type=7 colocate=data.board_id",
                "object type=7 hashed=64 through=1000000",
                "mapping from=board_id",
                "mapping from=board_id ids=pin_id,user_id",
                "hashed key=ip",
                "reference",
                "single shard=3"
            })
    void isWrittenAsItIsRead(String words) {
        Declaration declaration = Declaration.parse(words);

        assertThat(declaration.words()).isEqualTo(words);
        assertThat(Declaration.parse("  " + words.replace("=", " = ").replace(",", " , ") + " "))
                .isEqualTo(declaration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "objects",
                "object type=1024",
                "object type=x",
                "object key=x",
                "object hashed=64",
                "object through=64",
                "object hashed=0 through=64",
                "object hashed=64 through=68719476736",
                "mapping",
                "mapping from=a from=b",
                "mapping from=a ids=b,",
                "hashed",
                "reference please",
                "single",
                "single shard=65536",
                "object colocate=.x"
            })
    void anythingElseIsRefused(String words) {
        assertThatThrownBy(() -> Declaration.parse(words)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPathIsNoPlaceForALongText() {
        String path = "data." + "x".repeat(251);

        assertThat(Declaration.parse("object colocate=" + path).words()).endsWith(path);
        assertThatThrownBy(() -> Declaration.parse("object colocate=" + path + "x"))
                .hasMessageContaining("at most 256 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pinion: reference", "of pins; PINION:reference ; and more", "pinion:  reference"})
    void standsInAComment(String comment) {
        assertThat(Declaration.inComment(comment)).contains("reference");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "of pins", "opinion: good"})
    void orNot(String comment) {
        assertThat(Declaration.inComment(comment)).isEmpty();
    }
}
