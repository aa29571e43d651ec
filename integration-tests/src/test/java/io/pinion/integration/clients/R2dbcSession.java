package io.pinion.integration.clients;

import io.asyncer.r2dbc.mysql.api.MySqlConnection;
import io.r2dbc.spi.Batch;
import io.r2dbc.spi.ColumnMetadata;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import io.r2dbc.spi.Statement;
import io.r2dbc.spi.ValidationDepth;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What an application does through R2DBC, reactive as its drivers are: the same lines from every server. */
final class R2dbcSession {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String TABLE = "r2dbc_session";

    private final SessionLines lines = new SessionLines();
    private final Connection connection;

    private R2dbcSession(Connection connection) {
        this.connection = connection;
    }

    /** @param url with the driver's options */
    static List<String> lines(String url) {
        ConnectionFactoryOptions options = ConnectionFactoryOptions.parse(url)
                .mutate()
                .option(ConnectionFactoryOptions.USER, "app")
                .option(ConnectionFactoryOptions.PASSWORD, "app")
                .build();
        Connection connection =
                wait(Mono.from(ConnectionFactories.get(options).create())).getFirst();
        try {
            var session = new R2dbcSession(connection);
            session.values();
            session.keysAndBatches();
            session.transactions();
            session.refusals();
            session.backPressure();
            session.update("DROP TABLE " + TABLE);
            return session.lines.all();
        } finally {
            wait(Mono.from(connection.close()));
        }
    }

    private void values() {
        update("DROP TABLE IF EXISTS " + TABLE);
        update("CREATE TABLE " + TABLE + " (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, t TINYINT, i INT UNSIGNED,"
                + " d DOUBLE, n DECIMAL(20,6), day DATE, at DATETIME(6), time TIME(3), y YEAR, v VARCHAR(40), x LONGTEXT,"
                + " bin VARBINARY(20), b BIT(3), e ENUM('a','ö'), s SET('x','y')) CHARSET utf8mb4");
        String insert = "INSERT INTO " + TABLE + " (t, i, d, n, day, at, time, y, v, x, bin, b, e, s)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        Object[] values = {
            (byte) -128,
            4_294_967_295L,
            -2.25e10,
            new BigDecimal("12345678901234.567891"),
            LocalDate.of(1969, 12, 31),
            LocalDateTime.of(2026, 2, 28, 23, 59, 59, 123_456_000),
            LocalTime.of(12, 4, 5, 678_000_000),
            2026,
            "Brötchen 🥖 ' \" \\ \0 %",
            "x".repeat(30),
            ByteBuffer.wrap(new byte[] {0, 1, (byte) 0xff, '\'', '\\'}),
            5,
            "ö",
            "x,y"
        };
        run("all types", insert, statement -> {
            for (int i = 0; i < values.length; i++) {
                statement.bind(i, values[i]);
            }
        });
        run("all NULL", insert, statement -> {
            for (int i = 0; i < values.length; i++) {
                statement.bind(i, Parameters.in(R2dbcType.VARCHAR));
            }
        });
        run("text", "SELECT * FROM " + TABLE, statement -> {});
        run("with a value", "SELECT * FROM " + TABLE + " WHERE id >= ?", statement -> statement.bind(0, 1));
        run("by name", "SELECT v, ?twice FROM " + TABLE + " WHERE id = ?id", statement -> statement
                .bind("id", 1L)
                .bind("twice", "ä"));
        run("none", "SELECT * FROM " + TABLE + " WHERE id = ?", statement -> statement.bind(0, 9));
        run("expressions", "SELECT 1, 1.0, 1e0, 'a', NULL, CAST('{}' AS CHAR)", statement -> {});
    }

    private void keysAndBatches() {
        run("keys", "INSERT INTO " + TABLE + " (i, v) VALUES (?, ?)", statement -> {
            statement.returnGeneratedValues("id");
            for (int i = 0; i < 20; i++) {
                statement.bind(0, i).bind(1, "batch " + i);
                if (i < 19) {
                    statement.add();
                }
            }
        });
        Batch batch = connection.createBatch();
        batch.add("UPDATE " + TABLE + " SET v = 'changed' WHERE i < 3");
        batch.add("SELECT i, v FROM " + TABLE + " WHERE i < 5 ORDER BY i");
        batch.add("DELETE FROM " + TABLE + " WHERE i > 15 AND i < 20");
        show("batch", batch.execute());
    }

    private void transactions() {
        String count = "SELECT COUNT(*), MAX(v) FROM " + TABLE;
        wait(connection.beginTransaction());
        lines.show("auto commit", connection.isAutoCommit());
        update("DELETE FROM " + TABLE + " WHERE i = 1");
        wait(connection.createSavepoint("here"));
        update("DELETE FROM " + TABLE);
        wait(connection.rollbackTransactionToSavepoint("here"));
        run("back to the savepoint", count, statement -> {});
        wait(connection.rollbackTransaction());
        run("rolled back", count, statement -> {});
        lines.show("auto commit", connection.isAutoCommit());
        wait(connection.setTransactionIsolationLevel(IsolationLevel.READ_COMMITTED));
        lines.show("isolation", connection.getTransactionIsolationLevel().asSql());
        run("isolation", "SELECT @@session.transaction_isolation", statement -> {});
        wait(connection.setAutoCommit(false));
        update("DELETE FROM " + TABLE + " WHERE i = 2");
        wait(connection.commitTransaction());
        wait(connection.setAutoCommit(true));
        run("committed", count, statement -> {});
        lines.show("valid", wait(connection.validate(ValidationDepth.REMOTE)));
    }

    private void refusals() {
        for (String sql : List.of(
                "SELEKT 1",
                "SELECT nosuch FROM " + TABLE,
                "SELECT * FROM no_such_table",
                "INSERT INTO " + TABLE + " (id) VALUES (1)",
                "INSERT INTO " + TABLE + " (i) VALUES ('x')",
                "SIGNAL SQLSTATE '45001' SET MESSAGE_TEXT = 'ä', MYSQL_ERRNO = 31001")) {
            run(sql, sql, statement -> {});
        }
        run("refused with a value", "INSERT INTO " + TABLE + " (id) VALUES (?)", statement -> statement.bind(0, 1));
        run("and on", "SELECT ?", statement -> statement.bind(0, "the session goes on"));
        wait(((MySqlConnection) connection).setStatementTimeout(Duration.ofSeconds(1)));
        run("timeout", "SELECT SLEEP(20) FROM " + TABLE + " LIMIT 1", statement -> {});
        wait(((MySqlConnection) connection).setStatementTimeout(Duration.ZERO));
    }

    /** Rows are asked for a few at a time, through a cursor where the driver uses one, and the rest is cancelled. */
    private void backPressure() {
        Statement statement = connection
                .createStatement("SELECT a.id FROM " + TABLE + " a, " + TABLE + " b WHERE a.id > ? ORDER BY a.id, b.id")
                .bind(0, 0)
                .fetchSize(7);
        Flux<String> ids = Flux.from(statement.execute())
                .flatMap(result -> result.map((row, known) -> String.valueOf(row.get(0))));
        lines.show("some of many", wait(ids.limitRate(5).take(25)));
        run("after them", "SELECT 'in step'", again -> {});
    }

    /** Rows, counts and generated keys, or the refusal. */
    private void run(String label, String sql, Consumer<Statement> values) {
        Statement statement = connection.createStatement(sql);
        values.accept(statement);
        show(label, statement.execute());
    }

    private void show(String label, Publisher<? extends Result> results) {
        try {
            Flux<String> seen = Flux.from(results)
                    .concatMap(result -> result.flatMap(segment -> switch (segment) {
                        case Result.RowSegment row -> Mono.just(text(row.row()));
                        case Result.UpdateCount count -> Mono.just("count " + count.value());
                        case Result.Message message -> Mono.error(message.exception());
                        default -> Mono.just("another segment");
                    }));
            lines.show(label, wait(seen));
        } catch (R2dbcException refusal) {
            lines.show(label, refusal.getErrorCode() + " " + refusal.getSqlState());
        }
    }

    private void update(String sql) {
        wait(Flux.from(connection.createStatement(sql).execute()).flatMap(Result::getRowsUpdated));
    }

    private static String text(Row row) {
        List<String> cells = new ArrayList<>();
        RowMetadata known = row.getMetadata();
        for (int i = 0; i < known.getColumnMetadatas().size(); i++) {
            ColumnMetadata column = known.getColumnMetadata(i);
            cells.add(column.getName() + " " + column.getType().getName() + " " + column.getNullability() + " "
                    + column.getPrecision() + " " + text(row.get(i)));
        }
        return cells.toString();
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case ByteBuffer buffer -> {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                yield HexFormat.of().formatHex(bytes);
            }
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case String[] members -> "members " + List.of(members);
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }

    private static <T> List<T> wait(Publisher<T> publisher) {
        return Flux.from(publisher).collectList().blockOptional(DEADLINE).orElseThrow();
    }
}
