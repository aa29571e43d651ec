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
    /** Numbers stand among others. */
    private static byte[] among(String text) {
        return ("9" + text + "9").getBytes(StandardCharsets.US_ASCII);
    }

    private static long whole(String text) {
        return TextOfNumbers.whole(among(text), 1, 1 + text.length());
    }

    private static long day(String text) {
        return TextOfNumbers.day(among(text), 1);
    }

    private static long micros(String text) {
        return TextOfNumbers.micros(among(text), 1, 1 + text.length());
    }

    @Property
    void wholeNumbersAreReadAsWritten(@ForAll long number) {
        assertThat(whole(String.valueOf(number))).isEqualTo(number);
    }

    @Property
    void daysAreThoseOfTheCalendar(
            @ForAll @IntRange(min = 1, max = 9999) int year, @ForAll @IntRange(max = 364) int day) {
        LocalDate date = LocalDate.ofYearDay(year, day + 1);
        assertThat(day(date.toString())).isEqualTo(date.toEpochDay());
    }

    @Property
    void timesHaveTheirMicroseconds(@ForAll @LongRange(min = -62_000_000_000L, max = 253_000_000_000L) long second) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, 120_000_000, ZoneOffset.UTC);
        long micros = ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), time);
        String whole = time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ');
        String text = (whole.length() == 16 ? whole + ":00" : whole) + ".12";
        assertThat(micros(text)).isEqualTo(micros);
    }

    @Test
    void whatNoCalendarHasIsNoTime() {
        assertThat(day("0000-00-00")).isEqualTo(TextOfNumbers.NO_TIME);
        assertThat(day("2026-11-00")).isEqualTo(TextOfNumbers.NO_TIME);
        assertThat(day("2026-02-30")).isEqualTo(TextOfNumbers.NO_TIME);
        assertThat(micros("0000-00-00 00:00:00")).isEqualTo(TextOfNumbers.NO_TIME);
    }

    @Test
    void textIsNoNumber() {
        assertThatThrownBy(() -> whole("1e5")).hasMessage("'1e5' is no number");
    }
}
