package io.pinion.server.shadow;

import java.util.List;

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
        @Override
        public String toString() {
            return code + ": " + message;
        }
    }

    /** The answer isn't known, since it is too large or takes too long. */
    record Unknown(String why) implements ShadowAnswer {}
}
