package io.pinion.dist;

import static io.pinion.dist.MovingApplication.word;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A client that is ready to change: it looks for its board first, and where the integer or the id that it has names
 * none any more, it asks for what does. No change writes to more than one shard, since a kill may tear those.
 */
final class BoardOwner implements MovingApplication.Client {
    private static final int MOST = 15;
    private static final int LOOKS = 3;
    private static final int UNKNOWN_COLUMN = 1054;

    private final MovingBoards boards;
    private final String name;
    private final long localUser;
    private final long localBoard;
    private long user;
    private long board;

    BoardOwner(MovingBoards boards, String name, long user, long board) {
        this.boards = boards;
        this.name = name;
        this.localUser = user;
        this.localBoard = board;
        this.user = user;
        this.board = board;
    }

    private interface Work {
        void run() throws SQLException;
    }

    /** In a transaction, which is all before a hand-over or all behind it. */
    private void atBoard(Connection connection, Work work) throws SQLException {
        for (int look = 0; look < LOOKS; look++) {
            connection.setAutoCommit(false);
            boolean found = finds(connection);
            if (found) {
                work.run();
            }
            connection.commit();
            connection.setAutoCommit(true);
            if (found) {
                return;
            }
            learn(connection);
        }
        throw new IllegalStateException("neither an integer nor an id names the board of " + name);
    }

    private boolean finds(Connection connection) throws SQLException {
        try {
            return !JdbcClients.column(connection, "SELECT title FROM boards WHERE id = " + board, 1)
                    .isEmpty();
        } catch (SQLException e) {
            if (hasIds() || !String.valueOf(e.getMessage()).contains("id " + board + " ")) {
                throw e;
            }
            return false;
        }
    }

    private boolean hasIds() {
        return board != localBoard;
    }

    /** Only a keyspace of ids has local ids. */
    private void learn(Connection connection) throws SQLException {
        try {
            user = id(connection, "users", localUser);
            board = id(connection, "boards", localBoard);
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_COLUMN) {
                throw e;
            }
            user = localUser;
            board = localBoard;
        }
    }

    private static long id(Connection connection, String table, long local) throws SQLException {
        List<String> ids = JdbcClients.column(connection, "SELECT id FROM " + table + " WHERE local_id = " + local, 1);
        assertThat(ids).as(table + " " + local).hasSize(1);
        return Long.parseLong(ids.getFirst());
    }

    @Override
    public SortedMap<String, String> rows(Connection connection) throws SQLException {
        SortedMap<String, String> rows = new TreeMap<>();
        atBoard(
                connection,
                () -> rows.putAll(boards.rows(
                        connection,
                        Map.of(
                                "boards", "id = " + board,
                                "pins", "board_id = " + board + " AND user_id = " + user,
                                "board_pins", "board_id = " + board,
                                "usernames", "user_id = " + user))));
        return rows;
    }

    @Override
    public void change(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
        List<String> pins = keys(rows, name + " pins");
        List<String> links = keys(rows, "pin ");
        atBoard(connection, () -> {
            switch (turn % 4) {
                case 0, 1 -> {
                    if (pins.size() < MOST) {
                        pin(connection, name + " pins in turn " + turn, rows);
                    } else {
                        unpin(connection, rows.remove(pins.getFirst()));
                    }
                }
                case 2 -> {
                    List<String> free = pins.stream()
                            .map(pin -> word(rows.get(pin), 0))
                            .filter(pin -> !rows.containsKey("pin " + pin))
                            .toList();
                    if (links.size() < MOST && !free.isEmpty()) {
                        link(connection, free.getFirst(), turn, rows);
                    } else {
                        unlink(connection, links.getFirst(), rows);
                    }
                }
                default -> rename(connection, turn, rows);
            }
        });
    }

    private void pin(Connection connection, String url, SortedMap<String, String> rows) throws SQLException {
        rows.put(url, MovingApplication.OPEN + " " + localBoard);
        long pin = JdbcClients.insert(
                connection,
                "INSERT INTO pins (board_id, user_id, url) VALUES (" + board + ", " + user + ", '" + url + "')");
        rows.put(url, (pin & MovingBoards.LOCAL) + " " + localBoard);
    }

    private void unpin(Connection connection, @Nullable String row) throws SQLException {
        JdbcClients.execute(connection, "DELETE FROM pins WHERE id = " + pin(connection, word(row, 0)));
    }

    private void link(Connection connection, String pin, int turn, SortedMap<String, String> rows) throws SQLException {
        rows.put("pin " + pin, localBoard + " " + turn);
        countTurn(
                connection,
                "INSERT INTO board_pins VALUES (" + board + ", " + pin(connection, pin) + ", " + turn + ")",
                rows);
    }

    private void unlink(Connection connection, String link, SortedMap<String, String> rows) throws SQLException {
        countTurn(
                connection,
                "DELETE FROM board_pins WHERE board_id = " + board + " AND seq = " + word(rows.remove(link), 1),
                rows);
    }

    /** Besides a change on the shard of the board: both or neither. */
    private void countTurn(Connection connection, String change, SortedMap<String, String> rows) throws SQLException {
        int turns = 1 + Integer.parseInt(word(rows.get(name + " has a board"), 1));
        rows.put(name + " has a board", localBoard + " " + turns);
        JdbcClients.execute(connection, change, "UPDATE boards SET turns = turns + 1 WHERE id = " + board);
    }

    private void rename(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
        String before = keys(rows, name + " in turn").getFirst();
        String now = name + " in turn " + turn;
        rows.remove(before);
        rows.put(now, "" + localUser);
        JdbcClients.execute(
                connection,
                "INSERT INTO usernames VALUES ('" + now + "', " + user + ")",
                "DELETE FROM usernames WHERE username = '" + before + "'");
    }

    /** What names a pin now. */
    private long pin(Connection connection, String local) throws SQLException {
        return hasIds() ? id(connection, "pins", Long.parseLong(local)) : Long.parseLong(local);
    }

    private static List<String> keys(SortedMap<String, String> rows, String beginning) {
        return List.copyOf(MovingApplication.beginning(rows, beginning).keySet());
    }
}
