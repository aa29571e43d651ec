package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.form.KeyHash;
import io.pinion.routing.catalog.KeyType;
import io.pinion.routing.text.LiteralValue;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The column that places the rows of a hashed table. A row goes where the planner looks for it.
 *
 * @param charset of its characters; empty when it has none
 * @param padded whether its collation ignores spaces at the end
 */
record ShardKey(KeyHash hash, String column, KeyType type, String charset, boolean padded) {
    /** Every integer of so many, with its sign, is a long. */
    private static final int DIGITS_OF_A_LONG = 18;

    /** The same column, where it places rows by another hash. */
    ShardKey hashedBy(KeyHash other) {
        return new ShardKey(other, column, type, charset, padded);
    }

    /**
     * The shard of a row.
     *
     * @param key of the row, for messages
     * @param value as a server sends it as text; null is NULL
     */
    int shardOf(String table, List<String> key, byte @Nullable [] value) throws OperationRefused {
        if (value == null) {
            throw refused(
                    table,
                    key,
                    "is NULL, so that no shard can have it: give it a value, or make the table a reference table");
        }
        if (hasSpaces(value)) {
            throw refused(
                    table,
                    key,
                    "has spaces at its end, which its collation ignores and the hash of a key doesn't: remove them");
        }
        return shardOf(value)
                .orElseThrow(() -> refused(
                        table,
                        key,
                        "has characters that are unknown to " + hash.encoding().charset()
                                + ", in which keys are hashed"));
    }

    /** The same; empty where no shard can have the row. */
    OptionalInt shardOf(byte @Nullable [] value) {
        if (value == null || hasSpaces(value)) {
            return OptionalInt.empty();
        }
        Optional<byte[]> hashed = bytes(value);
        return hashed.isPresent()
                ? OptionalInt.of(hash.function().shardOf(hashed.get(), hash.shards()))
                : OptionalInt.empty();
    }

    /** The value of a literal, as a bound of a key has it. */
    byte[] bytesOf(String literal) {
        return switch (type) {
            case INTEGER -> literal.getBytes(StandardCharsets.US_ASCII);
            case TEXT, BYTES, NONE -> HexFormat.of().parseHex(literal, literal.indexOf('\'') + 1, literal.length() - 1);
        };
    }

    private boolean hasSpaces(byte[] value) {
        return padded && value.length > 0 && value[value.length - 1] == ' ';
    }

    private RowRefused refused(String table, List<String> key, String why) {
        return new RowRefused(new RejectedRow(new CarriedKey(table, key), "its " + column + " " + why));
    }

    private Optional<byte[]> integer(String digits) {
        if (digits.length() <= DIGITS_OF_A_LONG) {
            long number = Long.parseLong(digits);
            return hash.encoding().bytesOf(new LiteralValue.Int(Math.abs(number)), number < 0);
        }
        BigInteger number = new BigInteger(digits);
        return hash.encoding().bytesOf(new LiteralValue.BigInt(number.abs()), number.signum() < 0);
    }

    private Optional<byte[]> bytes(byte[] value) {
        return switch (type) {
            case INTEGER -> integer(new String(value, StandardCharsets.US_ASCII));
            case TEXT -> hash.encoding().bytesOf(new LiteralValue.Text(value, charset), false);
            case BYTES, NONE -> hash.encoding().bytesOf(new LiteralValue.Binary(value), false);
        };
    }
}
