package io.pinion.operations.transfer.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class SourcePlaceTest {
    private static SourcePlace at(String file, long offset) {
        return new SourcePlace(file, offset, "");
    }

    @Test
    void placesAreOrderedByFileAndOffset() {
        assertThat(at("binlog.000002", 4).isAtLeast(at("binlog.000001", 9_000))).isTrue();
        assertThat(at("binlog.000002", 4).isAtLeast(at("binlog.000002", 4))).isTrue();
        assertThat(at("binlog.000002", 4).isAtLeast(at("binlog.000002", 5))).isFalse();
    }

    @Test
    void aFileBehindTheMillionthIsLater() {
        assertThat(at("binlog.1000000", 4).isAtLeast(at("binlog.999999", 4))).isTrue();
    }

    @Test
    void aFileWithoutANumberIsNoPlaceToCompare() {
        assertThatThrownBy(() -> at("binlog", 4).isAtLeast(at("binlog", 4)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPlaceSurvivesTheJournal() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        SourcePlace place = new SourcePlace("binlog.000042", 1L << 31, "1-1-99");
        assertThat(mapper.readValue(mapper.writeValueAsString(place), SourcePlace.class))
                .isEqualTo(place);
    }
}
