package io.pinion.server.shadow;

import io.pinion.protocol.flags.ErrorCode;
import java.util.List;
import java.util.Set;

/** The answer of one side to a shadow read. */
sealed interface ShadowAnswer {
    /**
     * The rows.
     *
     * @param columns the names
     * @param rows each as it came on the wire, one character for each byte
     */
    record Rows(List<String> columns, List<String> rows) implements ShadowAnswer {
        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }

        List<String> sorted() {
            return rows.stream().sorted().toList();
        }

        /** The same for the same rows in any order; others hardly ever have the same. */
        long content() {
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
    }

    /** An error instead of rows. */
    record Refused(int code, String message) implements ShadowAnswer {
        /** By these Pinion tells of a server that is away, held or full: nothing that the tables' places change. */
        private static final Set<Integer> OF_SERVERS = Set.of(
                ErrorCode.UNKNOWN_ERROR.number(), ErrorCode.CON_COUNT.number(), ErrorCode.SERVER_SHUTDOWN.number());

        boolean isOfServers() {
            return OF_SERVERS.contains(code);
        }

        @Override
        public String toString() {
            return code + ": " + message;
        }
    }

    /** The answer isn't known, since it is too large or takes too long. */
    record Unknown(String why) implements ShadowAnswer {}
}
