package io.pinion.operations.export.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TextOfNumbersTest {
    private static byte[] ascii(Object text) {
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Property
    void wholeNumbersAreReadAsWritten(@ForAll long number) {
        assertThat(TextOfNumbers.whole(ascii(number))).isEqualTo(number);
    }

    @Property
    void daysAreThoseOfTheCalendar(
            @ForAll @IntRange(min = 1, max = 9999) int year, @ForAll @IntRange(max = 364) int day) {
        LocalDate date = LocalDate.ofYearDay(year, day + 1);
        assertThat(TextOfNumbers.day(ascii(date))).isEqualTo(date.toEpochDay());
    }

    @Property
    void timesHaveTheirMicroseconds(@ForAll @LongRange(min = -62_000_000_000L, max = 253_000_000_000L) long second) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, 120_000_000, ZoneOffset.UTC);
        long micros = ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), time);
        String whole = time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ');
        String text = (whole.length() == 16 ? whole + ":00" : whole) + ".12";
        assertThat(TextOfNumbers.micros(ascii(text))).isEqualTo(micros);
    }

    @Test
    void whatNoCalendarHasIsNoTime() {
        assertThat(TextOfNumbers.day(ascii("0000-00-00"))).isEqualTo(TextOfNumbers.NO_TIME);
        assertThat(TextOfNumbers.day(ascii("2026-11-00"))).isEqualTo(TextOfNumbers.NO_TIME);
        assertThat(TextOfNumbers.day(ascii("2026-02-30"))).isEqualTo(TextOfNumbers.NO_TIME);
        assertThat(TextOfNumbers.micros(ascii("0000-00-00 00:00:00"))).isEqualTo(TextOfNumbers.NO_TIME);
    }

    @Test
    void textIsNoNumber() {
        assertThatThrownBy(() -> TextOfNumbers.whole(ascii("1e5"))).hasMessage("'1e5' is no number");
    }
}
