package io.pinion.server.frontend.command;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.client.BoundParameter;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.server.ColumnType;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.ParameterValue.Temporal.Kind;
import io.pinion.routing.text.Parameters;
import io.pinion.server.session.LongData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Decodes the bytes of bound parameters (MySQL internals manual, "Binary Protocol Value"). */
final class BoundValues {
    private static final int HOURS_A_DAY = 24;

    private BoundValues() {}

    /**
     * The values of parameters for planning.
     *
     * @param longData the values sent before by COM_STMT_SEND_LONG_DATA
     * @param charset the client's, of text
     * @throws MalformedPacket when bytes aren't a value of their type
     */
    static Parameters of(List<BoundParameter> bound, LongData longData, String charset) {
        if (bound.isEmpty()) {
            return Parameters.NONE;
        }
        List<ParameterValue> values = new ArrayList<>(bound.size());
        for (int i = 0; i < bound.size(); i++) {
            values.add(
                    switch (bound.get(i)) {
                        case BoundParameter.Null isNull -> new ParameterValue.Null();
                        case BoundParameter.Sent sent -> value(sent.type(), sent.unsigned(), sent.bytes(), charset);
                        case BoundParameter.SentBefore before -> bytes(before.type(), longData.value(i), charset);
                    });
        }
        return Parameters.of(values);
    }

    private static ParameterValue value(ColumnType type, boolean unsigned, ByteBuf bytes, String charset) {
        WireReader in = new WireReader(bytes);
        return switch (type) {
            case NULL -> new ParameterValue.Null();
            case TINY -> integer(unsigned, in.uint8(), Byte.SIZE);
            case SHORT, YEAR -> integer(unsigned, in.uint16(), Short.SIZE);
            case LONG, INT24 -> integer(unsigned, in.uint32(), Integer.SIZE);
            case LONGLONG -> integer(unsigned, in.int64(), Long.SIZE);
            case FLOAT -> new ParameterValue.Real(Float.intBitsToFloat((int) in.uint32()));
            case DOUBLE -> new ParameterValue.Real(Double.longBitsToDouble(in.int64()));
            case DECIMAL, NEWDECIMAL -> ParameterValue.ofDecimal(in.remainingString(StandardCharsets.ISO_8859_1));
            case DATE -> new ParameterValue.Temporal(Kind.DATE, date(in));
            case DATETIME, TIMESTAMP -> new ParameterValue.Temporal(Kind.TIMESTAMP, dateTime(in));
            case TIME -> new ParameterValue.Temporal(Kind.TIME, time(in));
            case VARCHAR,
                    VAR_STRING,
                    STRING,
                    JSON,
                    ENUM,
                    SET,
                    BIT,
                    TINY_BLOB,
                    MEDIUM_BLOB,
                    LONG_BLOB,
                    BLOB,
                    GEOMETRY,
                    VECTOR,
                    UNKNOWN -> bytes(type, bytes, charset);
        };
    }

    private static ParameterValue bytes(ColumnType type, ByteBuf bytes, String charset) {
        byte[] copy = ByteBufUtil.getBytes(bytes);
        return isBinary(type) ? new ParameterValue.Binary(copy) : new ParameterValue.Text(copy, charset);
    }

    private static boolean isBinary(ColumnType type) {
        return type == ColumnType.BIT
                || type == ColumnType.TINY_BLOB
                || type == ColumnType.MEDIUM_BLOB
                || type == ColumnType.LONG_BLOB
                || type == ColumnType.BLOB
                || type == ColumnType.GEOMETRY
                || type == ColumnType.VECTOR;
    }

    /** @param bits the width of {@code value} on the wire */
    private static ParameterValue integer(boolean unsigned, long value, int bits) {
        int unused = Long.SIZE - bits;
        return unsigned ? new ParameterValue.Unsigned(value) : new ParameterValue.Int(value << unused >> unused);
    }

    private static String date(WireReader in) {
        return in.remaining() == 0 ? "0000-00-00" : format("%04d-%02d-%02d", in.uint16(), in.uint8(), in.uint8());
    }

    /** Midnight has no bytes of its time, and is a time all the same. */
    private static String dateTime(WireReader in) {
        String date = date(in);
        if (!in.hasRemaining()) {
            return date + " 00:00:00";
        }
        return date + format(" %02d:%02d:%02d", in.uint8(), in.uint8(), in.uint8()) + micros(in);
    }

    private static String time(WireReader in) {
        if (in.remaining() == 0) {
            return "00:00:00";
        }
        String sign = in.uint8() == 0 ? "" : "-";
        long hours = in.uint32() * HOURS_A_DAY + in.uint8();
        return sign + format("%02d:%02d:%02d", hours, in.uint8(), in.uint8()) + micros(in);
    }

    /** Servers show no fraction of a time whose microseconds are zero. */
    private static String micros(WireReader in) {
        long micros = in.hasRemaining() ? in.uint32() : 0;
        return micros == 0 ? "" : format(".%06d", micros);
    }

    private static String format(String pattern, Object... numbers) {
        return String.format(Locale.ROOT, pattern, numbers);
    }
}
