package io.pinion.routing.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.LiteralValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardFunctionsTest {

    /** The article's key; 1524 is what it prints, and what {@code echo 1.2.3.4 | md5sum} leads to. */
    @ParameterizedTest
    @CsvSource({"md5, 1537", "md5_newline, 1524", "md5_hex15, 2322"})
    void theArticlesKeyHasKnownShards(String function, int shard) {
        assertThat(named(function).shardOf(bytes("1.2.3.4"), 4096)).isEqualTo(shard);
    }

    /** The check value of the CRC-32 catalogue: 0xCBF43926. */
    @Test
    void crc32IsTheCommonOne() {
        assertThat(named("crc32").shardOf(bytes("123456789"), 4096)).isEqualTo((int) (0xCBF43926L % 4096));
    }

    @Property
    void md5IsTheWholeDigestModuloAnyNumber(@ForAll byte[] key, @ForAll @IntRange(min = 1, max = 65536) int shards)
            throws Exception {
        BigInteger digest = new BigInteger(1, MessageDigest.getInstance("MD5").digest(key));
        assertThat(named("md5").shardOf(key, shards))
                .isEqualTo(digest.mod(BigInteger.valueOf(shards)).intValue());
    }

    @Property
    void everyFunctionStaysWithinTheShards(@ForAll byte[] key, @ForAll @IntRange(min = 1, max = 65536) int shards) {
        for (String name : ShardFunctions.names()) {
            assertThat(named(name).shardOf(key, shards)).isBetween(0, shards - 1);
        }
    }

    @Test
    void integersHashAsCanonicalDigits() {
        KeyEncoding encoding = KeyEncoding.UTF8;
        assertThat(encoding.bytesOf(new LiteralValue.Int(7), true)).contains(bytes("-7"));
        assertThat(encoding.bytesOf(new LiteralValue.BigInt(BigInteger.TEN.pow(30)), false))
                .contains(bytes("1" + "0".repeat(30)));
    }

    @Test
    void decimalsWithoutAFractionHashAsIntegers() {
        assertThat(KeyEncoding.UTF8.bytesOf(new LiteralValue.Decimal(new BigDecimal("700.00")), true))
                .contains(bytes("-700"));
    }

    @Test
    void numbersThatAreNoIntegersHaveNoKeyBytes() {
        assertThat(KeyEncoding.UTF8.bytesOf(new LiteralValue.Decimal(new BigDecimal("1.5")), false))
                .isEmpty();
        assertThat(KeyEncoding.UTF8.bytesOf(new LiteralValue.Floating("1.5e0"), false))
                .isEmpty();
        assertThat(KeyEncoding.UTF8.bytesOf(new LiteralValue.Floating("1e16"), false))
                .isEmpty();
        assertThat(KeyEncoding.UTF8.bytesOf(new LiteralValue.Floating("1e5"), true))
                .hasValueSatisfying(
                        bytes -> assertThat(bytes).isEqualTo("-100000".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void textIsConvertedToTheKeysCharacterSet() {
        LiteralValue.Text latin1 = new LiteralValue.Text("Zoë".getBytes(StandardCharsets.ISO_8859_1), "latin1");
        assertThat(KeyEncoding.UTF8.bytesOf(latin1, false)).contains("Zoë".getBytes(StandardCharsets.UTF_8));
        assertThat(new KeyEncoding("binary", false).bytesOf(latin1, false)).contains(latin1.bytes());
        assertThat(new KeyEncoding("utf8mb4", true).bytesOf(latin1, false))
                .contains("zoë".getBytes(StandardCharsets.UTF_8));
    }

    private static ShardFunction named(String name) {
        return ShardFunctions.byName(name).orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
