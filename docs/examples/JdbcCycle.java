import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * The life of a board through JDBC: create it, pin sixty pins, read a page of fifty, edit one, delete all.
 *
 * <p>{@code java -cp mysql-connector-j.jar JdbcCycle.java}, with a running {@code bin/pinion demo}. PINION_HOST,
 * PINION_PORT, PINION_USER and PINION_PASSWORD say where to connect; PINION_JDBC=mariadb takes MariaDB's driver in place of
 * MySQL's.
 */
public final class JdbcCycle {
    /** A user that the demo holds, on shard 3429. */
    private static final long USER_ID = 241294629943640797L;

    private static final int PINS = 60;
    private static final int PAGE = 50;
    private static final int OFFSET = 5;

    private final Connection connection;

    private JdbcCycle(Connection connection) {
        this.connection = connection;
    }

    public static void main(String[] args) throws SQLException {
        String url = "jdbc:" + environment("PINION_JDBC", "mysql") + "://" + environment("PINION_HOST", "127.0.0.1") + ":"
                + environment("PINION_PORT", "3306") + "/pinterest";
        Properties properties = new Properties();
        properties.setProperty("user", environment("PINION_USER", "app"));
        properties.setProperty("password", environment("PINION_PASSWORD", "app"));
        properties.setProperty("connectTimeout", "10000");
        properties.setProperty("socketTimeout", "30000");
        try (Connection connection = DriverManager.getConnection(url, properties)) {
            System.out.println("connected to " + connection.getMetaData().getDatabaseProductVersion());
            new JdbcCycle(connection).run();
        }
    }

    private void run() throws SQLException {
        long boardId = createBoard();
        List<Long> pinIds = createPins(boardId);
        readPage(boardId, pinIds);
        editInTransaction(pinIds.get(7));
        deleteEverything(boardId, pinIds);
    }

    private long createBoard() throws SQLException {
        long boardId = insert(
                "INSERT INTO boards (data) VALUES (?)", "{\"user_id\": " + USER_ID + ", \"name\": \"Bread\"}");
        expect("the new board's type", typeOf(boardId), 2L);
        expect("the new board's shard, its user's", shardOf(boardId), shardOf(USER_ID));
        expect("LAST_INSERT_ID()", longs("SELECT LAST_INSERT_ID()"), List.of(boardId));
        update("INSERT INTO user_has_boards (user_id, board_id, sequence) VALUES (?, ?, ?)", USER_ID, boardId, 1);
        System.out.println("board " + boardId + " is on shard " + shardOf(boardId) + ", where its user is");
        return boardId;
    }

    /** A pin and its mapping row live on the board's shard, so one transaction holds both. */
    private List<Long> createPins(long boardId) throws SQLException {
        List<Long> pinIds = new ArrayList<>();
        connection.setAutoCommit(false);
        for (int sequence = 1; sequence <= PINS; sequence++) {
            long pinId = insert("INSERT INTO pins (data) VALUES (?)", pin(boardId, "Loaf № " + sequence));
            update("INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES (?, ?, ?)", boardId, pinId, sequence);
            pinIds.add(pinId);
        }
        connection.commit();
        connection.setAutoCommit(true);
        for (long pinId : pinIds) {
            expect("the pin's type", typeOf(pinId), 1L);
            expect("the pin's shard, the board's", shardOf(pinId), shardOf(boardId));
        }
        expect("distinct ids", new HashSet<>(pinIds).size(), PINS);
        System.out.println(PINS + " pins created, " + pinIds.get(0) + " to " + pinIds.get(PINS - 1));
        return pinIds;
    }

    /** First the mapping rows in their order, then the pins by id: two indexed reads on one shard. */
    private void readPage(long boardId, List<Long> pinIds) throws SQLException {
        List<Long> page = longs(
                "SELECT pin_id FROM board_has_pins WHERE board_id = ? ORDER BY sequence LIMIT ? OFFSET ?",
                boardId,
                PAGE,
                OFFSET);
        expect("the page's ids", page, pinIds.subList(OFFSET, OFFSET + PAGE));

        Map<Long, String> pins = new HashMap<>();
        String marks = String.join(", ", Collections.nCopies(PAGE, "?"));
        try (PreparedStatement statement = prepare("SELECT id, data FROM pins WHERE id IN (" + marks + ")", page.toArray());
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                pins.put(rows.getLong("id"), rows.getString("data"));
            }
        }
        for (int i = 0; i < PAGE; i++) {
            expect("a pin of the page", pins.get(page.get(i)), pin(boardId, "Loaf № " + (OFFSET + i + 1)));
        }
        System.out.println("read " + PAGE + " pins from offset " + OFFSET);
    }

    private void editInTransaction(long pinId) throws SQLException {
        String before = read(pinId, "");
        connection.setAutoCommit(false);
        String pin = read(pinId, " FOR UPDATE");
        expect("rows changed", update("UPDATE pins SET data = ? WHERE id = ?", edited(pin, "Burnt"), pinId), 1);
        connection.rollback();
        expect("the pin after ROLLBACK", read(pinId, ""), before);

        pin = read(pinId, " FOR UPDATE");
        update("UPDATE pins SET data = ? WHERE id = ?", edited(pin, "Sourdough"), pinId);
        connection.commit();
        connection.setAutoCommit(true);
        expect("the pin after COMMIT", read(pinId, ""), edited(before, "Sourdough"));
        System.out.println("pin " + pinId + " edited in a transaction");
    }

    private void deleteEverything(long boardId, List<Long> pinIds) throws SQLException {
        String marks = String.join(", ", Collections.nCopies(PINS, "?"));
        expect("mapping rows deleted", update("DELETE FROM board_has_pins WHERE board_id = ?", boardId), PINS);
        expect("pins deleted", update("DELETE FROM pins WHERE id IN (" + marks + ")", pinIds.toArray()), PINS);
        update("DELETE FROM user_has_boards WHERE user_id = ? AND board_id = ?", USER_ID, boardId);
        expect("boards deleted", update("DELETE FROM boards WHERE id = ?", boardId), 1);
        expect("the board afterwards", longs("SELECT id FROM boards WHERE id = ?", boardId), List.of());
        System.out.println("deleted " + PINS + " pins and their board");
    }

    /** @return the id that Pinion composed */
    private long insert(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bind(statement, values);
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    private int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values)) {
            return statement.executeUpdate();
        }
    }

    private List<Long> longs(String sql, Object... values) throws SQLException {
        List<Long> found = new ArrayList<>();
        try (PreparedStatement statement = prepare(sql, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getLong(1));
            }
        }
        return found;
    }

    private String read(long pinId, String locking) throws SQLException {
        try (PreparedStatement statement = prepare("SELECT data FROM pins WHERE id = ?" + locking, pinId);
                ResultSet rows = statement.executeQuery()) {
            expect("a row of pin " + pinId, rows.next(), true);
            return rows.getString(1);
        }
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        bind(statement, values);
        return statement;
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    private static String pin(long boardId, String details) {
        return "{\"board_id\": " + boardId + ", \"details\": \"" + details + "\"}";
    }

    private static String edited(String pin, String details) {
        return pin.replaceFirst("\"details\": \"[^\"]*\"", "\"details\": \"" + details + "\"");
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
            System.err.println(what + ": expected " + expected + " but found " + actual);
            System.exit(1);
        }
    }
}
