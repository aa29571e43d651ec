package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireWriter;

/** Any packet that a server sends. */
public sealed interface ServerPacket
        permits Greeting,
                AuthSwitchRequest,
                AuthMoreData,
                Ok,
                ServerError,
                ColumnCount,
                ColumnDefinition,
                EndOfRows,
                Row,
                TextRow,
                BinaryRow,
                PreparedOk,
                LocalInfileRequest,
                StatisticsText {

    /** Appends the payload, without a header, as both sides agreed to write it. */
    void encode(WireWriter out, Terms terms);

    /** Appends the framed packet and counts its sequence id. */
    default void write(PacketWriter packets, Terms terms) {
        encode(packets.begin(), terms);
        packets.end();
    }
}
