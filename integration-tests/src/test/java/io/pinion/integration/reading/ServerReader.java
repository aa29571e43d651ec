package io.pinion.integration.reading;

import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has a server read texts: each is sent as a statement of its own, many in one write, and performance_schema tells the digests
 * of those that could be parsed. The account can't do anything, so that a statement ends where it names a table. Not
 * thread-safe.
 */
final class ServerReader implements AutoCloseable {
    private static final int MORE_RESULTS = 8;
    private static final int NULL = 0xFB;
    /** So much is sent before the first answer is read; neither side's buffers are full before. */
    private static final int WINDOW_BYTES = 32 * 1024;

    private final RawClient client;
    private final Product product;
    private final String digests;

    /** What is asked in one go: at most as many statements as the history holds. */
    private record Chunk(List<Sample> samples, int settings) {}

    /** What came back for one text. */
    private record Answered(int results, int error, String message) {}

    private record Event(long id, @Nullable String digest) {}

    /**
     * @param client logged in, nothing sent yet
     */
    ServerReader(RawClient client, Product product) {
        this.product = product;
        this.client = client;
        String thread = client.query("SELECT CAST(THREAD_ID AS CHAR) FROM performance_schema.threads"
                        + " WHERE PROCESSLIST_ID = CONNECTION_ID()")
                .rows()
                .getFirst();
        digests = "SELECT EVENT_ID, DIGEST_TEXT FROM performance_schema.events_statements_history"
                + " WHERE THREAD_ID = " + thread + " AND NESTING_EVENT_ID IS NULL"
                + " ORDER BY EVENT_ID DESC LIMIT ";
    }

    /** The samples' readings, in their order. */
    List<ReadTokens> read(List<Sample> samples) {
        List<ReadTokens> readings = new ArrayList<>();
        List<Chunk> sent = new ArrayList<>();
        ByteArrayOutputStream window = new ByteArrayOutputStream();
        int from = 0;
        while (from < samples.size()) {
            int to = endOfChunk(samples, from);
            int settings = 0;
            Sample first = samples.get(from);
            if (from == 0 || !first.isReadLike(samples.get(from - 1))) {
                window.writeBytes(query("SET NAMES " + first.charset()));
                window.writeBytes(query("SET character_set_results = utf8mb4, sql_mode = '" + first.sqlMode() + "'"));
                settings = 2;
            }
            for (Sample sample : samples.subList(from, to)) {
                window.writeBytes(command(sample.bytes()));
            }
            window.writeBytes(query(digests + statements(samples.subList(from, to))));
            sent.add(new Chunk(samples.subList(from, to), settings));
            from = to;
            if (window.size() > WINDOW_BYTES || from == samples.size()) {
                client.sendRaw(window.toByteArray());
                window.reset();
                sent.forEach(chunk -> readings.addAll(answers(chunk)));
                sent.clear();
            }
        }
        return readings;
    }

    private int endOfChunk(List<Sample> samples, int from) {
        int statements = 0;
        int to = from;
        while (to < samples.size() && samples.get(to).isReadLike(samples.get(from))) {
            statements += statements(samples.subList(to, to + 1));
            if (statements > product.history() && to > from) {
                break;
            }
            to++;
        }
        return to;
    }

    /** At most. */
    private static int statements(List<Sample> samples) {
        int semicolons = 0;
        for (Sample sample : samples) {
            semicolons += (int)
                    sample.text().chars().filter(character -> character == ';').count();
        }
        return samples.size() + semicolons;
    }

    private List<ReadTokens> answers(Chunk chunk) {
        for (int setting = 0; setting < chunk.settings(); setting++) {
            Answered answered = answer(null);
            if (answered.error() != 0) {
                throw new IllegalStateException(chunk.samples().getFirst() + ": " + answered.message());
            }
        }
        List<Answered> all = new ArrayList<>();
        for (int sample = 0; sample < chunk.samples().size(); sample++) {
            all.add(answer(null));
        }
        List<Event> events = new ArrayList<>();
        answer(events);
        events.sort(Comparator.comparingLong(Event::id));
        int expected = all.stream().mapToInt(Answered::results).sum();
        if (events.size() < expected) {
            throw new IllegalStateException(expected + " statements ran, the server tells of " + events.size());
        }
        int event = events.size() - expected;
        List<ReadTokens> readings = new ArrayList<>();
        for (Answered answered : all) {
            readings.add(reading(answered, events.subList(event, event + answered.results())));
            event += answered.results();
        }
        return readings;
    }

    private ReadTokens reading(Answered answered, List<Event> events) {
        List<List<String>> statements = new ArrayList<>();
        for (Event event : events) {
            String digest = event.digest();
            if (digest == null) {
                break;
            }
            // MariaDB shows the digest of the first statement of a text for all of them.
            boolean shownAgain = product.dialect() == SqlDialect.MARIADB && !statements.isEmpty();
            statements.add(shownAgain ? ReadTokens.ANY : NormalForm.ofDigest(digest, product));
        }
        boolean whole = answered.error() == 0 && statements.size() == events.size();
        return new ReadTokens(statements, whole, answered.error() + " " + answered.message());
    }

    /** Reads an answer to its end. */
    private Answered answer(@Nullable List<Event> events) {
        int results = 0;
        while (true) {
            results++;
            byte[] first = client.readPacket();
            int header = first[0] & 0xFF;
            if (header == 0xFF) {
                return error(results, first);
            }
            int status;
            if (header == 0) {
                int at = behindNumber(first, behindNumber(first, 1));
                status = first[at] & 0xFF;
            } else {
                for (int columns = header + 1; columns > 0; columns--) {
                    client.readPacket();
                }
                byte[] row = client.readPacket();
                while (!isEndOfRows(row)) {
                    if ((row[0] & 0xFF) == 0xFF) {
                        return error(results, row);
                    }
                    if (events != null) {
                        events.add(event(row));
                    }
                    row = client.readPacket();
                }
                status = row[3] & 0xFF;
            }
            if ((status & MORE_RESULTS) == 0) {
                return new Answered(results, 0, "");
            }
        }
    }

    private static Answered error(int results, byte[] packet) {
        int code = (packet[1] & 0xFF) | (packet[2] & 0xFF) << 8;
        String message = new String(packet, 9, packet.length - 9, StandardCharsets.UTF_8);
        return new Answered(results, code, message.replaceFirst(".* to use near", "near"));
    }

    private static boolean isEndOfRows(byte[] packet) {
        return (packet[0] & 0xFF) == 0xFE && packet.length < 9;
    }

    private static Event event(byte[] row) {
        int idEnd = 1 + row[0];
        long id = Long.parseLong(new String(row, 1, idEnd - 1, StandardCharsets.US_ASCII));
        int length = row[idEnd] & 0xFF;
        if (length == NULL) {
            return new Event(id, null);
        }
        int start = behindNumber(row, idEnd);
        return new Event(id, new String(row, start, row.length - start, StandardCharsets.UTF_8));
    }

    /** Where it goes on behind a length-encoded number. */
    private static int behindNumber(byte[] packet, int at) {
        return switch (packet[at] & 0xFF) {
            case 0xFC -> at + 3;
            case 0xFD -> at + 4;
            case 0xFE -> at + 9;
            default -> at + 1;
        };
    }

    private static byte[] query(String sql) {
        return command(sql.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] command(byte[] text) {
        byte[] packet = new byte[5 + text.length];
        packet[0] = (byte) (text.length + 1);
        packet[1] = (byte) ((text.length + 1) >> 8);
        packet[4] = 3;
        System.arraycopy(text, 0, packet, 5, text.length);
        return packet;
    }

    @Override
    public void close() {
        client.close();
    }
}
