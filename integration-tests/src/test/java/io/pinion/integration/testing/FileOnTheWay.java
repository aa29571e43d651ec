package io.pinion.integration.testing;

import com.mysql.cj.jdbc.JdbcStatement;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntFunction;

/** A file for LOAD DATA LOCAL that is made while it is sent, and something happens in the middle of it. */
public final class FileOnTheWay extends InputStream {
    private final int rows;
    private final IntFunction<String> row;
    private final Runnable inTheMiddle;
    private int made;
    private byte[] piece = new byte[0];
    private int at;

    /**
     * @param row makes that row, from 0, with its line end
     * @param inTheMiddle runs before the second half is sent
     */
    public FileOnTheWay(int rows, IntFunction<String> row, Runnable inTheMiddle) {
        this.rows = rows;
        this.row = row;
        this.inTheMiddle = inTheMiddle;
    }

    /** @param table with what follows it */
    public void loadInto(Connection client, String table) throws SQLException {
        try (Statement load = client.createStatement()) {
            load.unwrap(JdbcStatement.class).setLocalInfileInputStream(this);
            load.execute("LOAD DATA LOCAL INFILE 'made' INTO TABLE " + table);
        }
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int most) {
        if (at == piece.length) {
            if (made == rows) {
                return -1;
            }
            if (made == rows / 2) {
                inTheMiddle.run();
            }
            piece = row.apply(made++).getBytes(StandardCharsets.UTF_8);
            at = 0;
        }
        int length = Math.min(most, piece.length - at);
        System.arraycopy(piece, at, into, from, length);
        at += length;
        return length;
    }
}
