import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The life of a board through R2DBC: create it, pin sixty pins, read a page of fifty, edit one, delete all.
 *
 * <p>{@code java -cp 'lib/*' R2dbcCycle.java}, where lib holds io.asyncer:r2dbc-mysql and what it depends on, with a running
 * {@code bin/pinion demo}. PINION_HOST, PINION_PORT, PINION_USER and PINION_PASSWORD say where to connect.
 */
public final class R2dbcCycle {
    /** A user that the demo holds, on shard 3429. */
    private static final long USER_ID = 241294629943640797L;

    private static final int PINS = 60;
    private static final int PAGE = 50;
    private static final int OFFSET = 5;

    private final Connection connection;

    private R2dbcCycle(Connection connection) {
        this.connection = connection;
    }

    public static void main(String[] args) {
        ConnectionFactoryOptions options = ConnectionFactoryOptions.builder()
                .option(ConnectionFactoryOptions.DRIVER, "mysql")
                .option(ConnectionFactoryOptions.HOST, environment("PINION_HOST", "127.0.0.1"))
                .option(ConnectionFactoryOptions.PORT, Integer.valueOf(environment("PINION_PORT", "3306")))
                .option(ConnectionFactoryOptions.USER, environment("PINION_USER", "app"))
                .option(ConnectionFactoryOptions.PASSWORD, environment("PINION_PASSWORD", "app"))
                .option(ConnectionFactoryOptions.DATABASE, "pinterest")
                .build();
        Flux.usingWhen(
                        ConnectionFactories.get(options).create(),
                        connection -> new R2dbcCycle(connection).story(),
                        Connection::close)
                .doOnNext(System.out::println)
                .blockLast();
    }

    /** A line for each step that went as it should; an error ends it. */
    private Flux<String> story() {
        return createBoard().flatMapMany(boardId -> createPins(boardId).flatMapMany(pinIds -> Flux.concat(
                Mono.just(PINS + " pins created on shard " + shardOf(boardId)),
                readPage(boardId, pinIds),
                editInTransaction(boardId, pinIds.get(7)),
                deleteEverything(boardId, pinIds))));
    }

    private Mono<Long> createBoard() {
        return insert("INSERT INTO boards (data) VALUES (?)", "{\"user_id\": " + USER_ID + ", \"name\": \"Bread\"}")
                .doOnNext(boardId -> {
                    expect("the new board's type", typeOf(boardId), 2L);
                    expect("the new board's shard, its user's", shardOf(boardId), shardOf(USER_ID));
                });
    }

    /** A pin and its mapping row live on the board's shard, so one transaction holds both. */
    private Mono<List<Long>> createPins(long boardId) {
        Flux<Long> pins = Flux.range(1, PINS)
                .concatMap(sequence -> insert("INSERT INTO pins (data) VALUES (?)", pin(boardId, sequence))
                        .flatMap(pinId -> update(
                                        "INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES (?, ?, ?)",
                                        boardId,
                                        pinId,
                                        sequence)
                                .thenReturn(pinId)));
        return inTransaction(pins.collectList()).doOnNext(ids -> ids.forEach(pinId -> {
            expect("the pin's type", typeOf(pinId), 1L);
            expect("the pin's shard, the board's", shardOf(pinId), shardOf(boardId));
        }));
    }

    /** First the mapping rows in their order, then the pins by id: two indexed reads on one shard. */
    private Mono<String> readPage(long boardId, List<Long> pinIds) {
        String ids = "SELECT pin_id FROM board_has_pins WHERE board_id = ? ORDER BY sequence LIMIT ? OFFSET ?";
        String pins = "SELECT id, data FROM pins WHERE id IN (" + marks(PAGE) + ")";
        return column(ids, Long.class, boardId, PAGE, OFFSET)
                .collectList()
                .doOnNext(page -> expect("the page's ids", page, pinIds.subList(OFFSET, OFFSET + PAGE)))
                .flatMapMany(page -> Flux.from(bound(pins, page.toArray()).execute()))
                .flatMap(result -> result.map(
                        (row, known) -> Map.entry(row.get("id", Long.class), row.get("data", String.class))))
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .doOnNext(found -> IntStream.range(OFFSET, OFFSET + PAGE)
                        .forEach(i -> expect("a pin", found.get(pinIds.get(i)), pin(boardId, i + 1))))
                .map(found -> "read " + found.size() + " pins from offset " + OFFSET);
    }

    private Mono<String> editInTransaction(long boardId, long pinId) {
        Mono<String> edit = column("SELECT data FROM pins WHERE id = ? FOR UPDATE", String.class, pinId)
                .single()
                .map(pin -> pin.replace("Loaf", "Sourdough"))
                .flatMap(pin -> update("UPDATE pins SET data = ? WHERE id = ?", pin, pinId).thenReturn(pin));
        return inTransaction(edit)
                .flatMap(edited -> column("SELECT data FROM pins WHERE id = ?", String.class, pinId)
                        .single()
                        .doOnNext(read -> expect("the pin after COMMIT", read, edited)))
                .map(read -> "pin " + pinId + " edited in a transaction");
    }

    private Mono<String> deleteEverything(long boardId, List<Long> pinIds) {
        return update("DELETE FROM board_has_pins WHERE board_id = ?", boardId)
                .doOnNext(count -> expect("mapping rows deleted", count, (long) PINS))
                .then(update("DELETE FROM pins WHERE id IN (" + marks(PINS) + ")", pinIds.toArray()))
                .doOnNext(count -> expect("pins deleted", count, (long) PINS))
                .then(update("DELETE FROM boards WHERE id = ?", boardId))
                .doOnNext(count -> expect("boards deleted", count, 1L))
                .thenReturn("deleted " + PINS + " pins and their board");
    }

    private <T> Mono<T> inTransaction(Mono<T> work) {
        return Mono.usingWhen(
                Mono.from(connection.beginTransaction()).thenReturn(connection),
                begun -> work,
                Connection::commitTransaction,
                (begun, failure) -> begun.rollbackTransaction(),
                Connection::rollbackTransaction);
    }

    /** Tells the id that Pinion composed. */
    private Mono<Long> insert(String sql, Object... values) {
        return Flux.from(bound(sql, values).returnGeneratedValues().execute())
                .flatMap(result -> result.map((row, known) -> row.get("id", Long.class)))
                .single();
    }

    private Mono<Long> update(String sql, Object... values) {
        return Flux.from(bound(sql, values).execute())
                .flatMap(Result::getRowsUpdated)
                .single();
    }

    private <T> Flux<T> column(String sql, Class<T> type, Object... values) {
        Function<Result, Publisher<T>> first =
                result -> result.map((row, known) -> row.get(0, type));
        return Flux.from(bound(sql, values).execute()).flatMap(first);
    }

    private Statement bound(String sql, Object... values) {
        Statement statement = connection.createStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.bind(i, values[i]);
        }
        return statement;
    }

    private static String pin(long boardId, int sequence) {
        return "{\"board_id\": " + boardId + ", \"details\": \"Loaf № " + sequence + "\"}";
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    private static long shardOf(long globalId) {
        return globalId >> 46;
    }

    private static long typeOf(long globalId) {
        return globalId >> 36 & 0x3FF;
    }

    private static String environment(String name, String otherwise) {
        return Objects.requireNonNullElse(System.getenv(name), otherwise);
    }

    private static void expect(String what, Object actual, Object expected) {
        if (!Objects.equals(actual, expected)) {
            throw new IllegalStateException(what + ": expected " + expected + " but found " + actual);
        }
    }
}
