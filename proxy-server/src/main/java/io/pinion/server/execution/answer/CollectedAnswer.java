package io.pinion.server.execution.answer;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.TextRow;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answer to a statement of Pinion's own. */
public sealed interface CollectedAnswer {
    /**
     * The rows.
     *
     * @param columns the names
     * @param rows each as it came on the wire, one character for each byte
     * @param warnings how many there are
     */
    record Rows(List<String> columns, List<String> rows, int warnings) implements CollectedAnswer {
        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }

        public List<String> sorted() {
            return rows.stream().sorted().toList();
        }

        /** The same for the same rows in any order; others hardly ever have the same. */
        public long content() {
            return rows.stream().mapToLong(Rows::hash).sum();
        }

        /** FNV-1a. */
        private static long hash(String row) {
            long hash = 0xcbf29ce484222325L;
            for (int i = 0; i < row.length(); i++) {
                hash = (hash ^ row.charAt(i)) * 0x100000001b3L;
            }
            return hash;
        }

        /**
         * The cells of each row, null for NULL.
         *
         * @param charset of the connection's results
         */
        public List<List<@Nullable String>> texts(Charset charset) {
            List<List<@Nullable String>> all = new ArrayList<>(rows.size());
            for (String row : rows) {
                byte[] bytes = row.getBytes(StandardCharsets.ISO_8859_1);
                List<@Nullable String> texts = new ArrayList<>(columns.size());
                for (byte[] cell : TextRow.decode(Unpooled.wrappedBuffer(bytes), columns.size())
                        .cells()) {
                    texts.add(cell == null ? null : new String(cell, charset));
                }
                all.add(texts);
            }
            return all;
        }
    }

    /** An OK: the statement has changed so many rows. */
    record Done(long affectedRows) implements CollectedAnswer {}

    /**
     * An error.
     *
     * @param byPlanner whether no part of the statement was sent to a server
     */
    record Refused(int code, String message, boolean byPlanner) implements CollectedAnswer {
        /** By these Pinion tells of a server that is away, held or full: nothing that the tables' places change. */
        private static final Set<Integer> OF_SERVERS = Set.of(
                ErrorCode.UNKNOWN_ERROR.number(), ErrorCode.CON_COUNT.number(), ErrorCode.SERVER_SHUTDOWN.number());

        public boolean isOfServers() {
            return !byPlanner && OF_SERVERS.contains(code);
        }

        @Override
        public String toString() {
            return code + ": " + message;
        }
    }

    /** The answer isn't known, since it is too large or takes too long. */
    record Unknown(String why) implements CollectedAnswer {}
}
