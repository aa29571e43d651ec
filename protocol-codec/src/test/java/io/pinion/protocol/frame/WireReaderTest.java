package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.Hex;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireReaderTest {
    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "250, fa",
        "251, fcfb00",
        "65535, fcffff",
        "65536, fd000001",
        "16777215, fdffffff",
        "16777216, fe0000000100000000",
        "-5, fefbffffffffffffff"
    })
    void lengthEncodedIntegersTakeTheFewestBytes(long value, String hex) {
        ByteBuf out = Unpooled.buffer();
        new WireWriter(out).lengthEncoded(value);

        assertThat(Hex.of(out)).isEqualTo(hex);
        assertThat(new WireReader(out).lengthEncoded()).isEqualTo(value);
    }

    @Test
    void aLengthBeyondThePacketIsMalformed() {
        assertThatThrownBy(() -> reader("05 61 62").lengthEncodedBytes())
                .isInstanceOf(MalformedPacket.class)
                .hasMessageContaining("5 bytes is longer than the 2 bytes left");
        assertThatThrownBy(() -> reader("fe ffffffffffffffff 61").lengthEncodedBytes())
                .isInstanceOf(MalformedPacket.class);
    }

    @Test
    void nullAndTheUnusedMarkAreNoIntegers() {
        assertThatThrownBy(() -> reader("fb").lengthEncoded()).isInstanceOf(MalformedPacket.class);
        assertThatThrownBy(() -> reader("ff").lengthEncoded()).isInstanceOf(MalformedPacket.class);
        assertThat(reader("fb").skipNull()).isTrue();
        assertThat(reader("00").skipNull()).isFalse();
    }

    @Test
    void anUnterminatedStringIsMalformed() {
        assertThatThrownBy(() -> reader("61 62").nullTerminatedBytes()).isInstanceOf(MalformedPacket.class);
    }

    @Test
    void readingStopsAtTheEndOfTheRange() {
        ByteBuf buffer = Hex.buffer("01 02 03 04");

        assertThatThrownBy(() -> new WireReader(buffer, 1, 3).uint24()).isInstanceOf(MalformedPacket.class);
        assertThat(new WireReader(buffer, 1, 3).uint16()).isEqualTo(0x0302);
        assertThat(buffer.readableBytes()).isEqualTo(4);
    }

    @Property
    void whatIsWrittenIsRead(@ForAll long number, @ForAll byte[] bytes, @ForAll int fixed) {
        ByteBuf out = Unpooled.buffer();
        new WireWriter(out)
                .lengthEncoded(number)
                .lengthEncodedBytes(bytes)
                .uint16(fixed)
                .uint24(fixed)
                .uint32(fixed)
                .int64(number)
                .lengthEncodedOrNull(null)
                .bytes(bytes);
        WireReader in = new WireReader(out);

        assertThat(in.lengthEncoded()).isEqualTo(number);
        assertThat(in.lengthEncodedBytes()).isEqualTo(bytes);
        assertThat(in.uint16()).isEqualTo(fixed & 0xFFFF);
        assertThat(in.uint24()).isEqualTo(fixed & 0xFFFFFF);
        assertThat(in.uint32()).isEqualTo(fixed & 0xFFFFFFFFL);
        assertThat(in.int64()).isEqualTo(number);
        assertThat(in.skipNull()).isTrue();
        assertThat(in.remainingBytes()).isEqualTo(bytes);
    }

    @Property
    void onlyMalformedPacketIsThrown(@ForAll byte[] garbage, @ForAll @NotEmpty List<Byte> steps) {
        List<Consumer<WireReader>> reads = List.of(
                WireReader::uint8,
                WireReader::uint16,
                WireReader::uint24,
                WireReader::uint32,
                WireReader::int64,
                WireReader::lengthEncoded,
                WireReader::lengthEncodedBytes,
                WireReader::lengthEncodedSlice,
                WireReader::skipLengthEncoded,
                WireReader::nullTerminatedBytes,
                WireReader::skipNull,
                in -> in.lengthEncodedString(StandardCharsets.UTF_8),
                in -> in.slice(3),
                in -> in.skip(-1));
        WireReader in = new WireReader(Unpooled.wrappedBuffer(garbage));
        try {
            steps.forEach(step -> reads.get((step & 0xFF) % reads.size()).accept(in));
        } catch (MalformedPacket expected) {
            assertThat(in.remaining()).isNotNegative();
        }
    }

    private static WireReader reader(String hex) {
        return new WireReader(Hex.buffer(hex));
    }
}
