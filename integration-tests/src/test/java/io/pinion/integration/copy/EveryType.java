package io.pinion.integration.copy;

import io.pinion.integration.testing.Jdbc;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A table with a column of every type, and rows with the values that are carried least easily. */
final class EveryType {
    private static final String COLUMNS = """
            id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
            ti TINYINT, si SMALLINT UNSIGNED, mi MEDIUMINT, it INT(8) ZEROFILL, bg BIGINT, bu BIGINT UNSIGNED,
            de DECIMAL(65,30), fl FLOAT, fd FLOAT(7,4), db DOUBLE, b1 BIT(1), b64 BIT(64),
            da DATE, dt DATETIME(6), ts TIMESTAMP(6) NULL, tm TIME(6), yr YEAR,
            ch CHAR(10) CHARACTER SET utf8mb4, vc VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
            l1 VARCHAR(50) CHARACTER SET latin1, u16 VARCHAR(20) CHARACTER SET utf16,
            gb VARCHAR(20) CHARACTER SET gbk, bi BINARY(4), vb VARBINARY(300), tx TEXT CHARACTER SET utf8mb4,
            lb LONGBLOB, en ENUM('1','2','a'), se SET('x','1','z','last'), js JSON, ge GEOMETRY, po POINT,
            `q``uote` INT, gv INT GENERATED ALWAYS AS (ti + 1) VIRTUAL,
            gs VARCHAR(200) CHARACTER SET utf8mb4 GENERATED ALWAYS AS (CONCAT(vc, '!')) STORED,
            iv INT INVISIBLE DEFAULT 3, ct TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
            KEY vc_key (vc), UNIQUE KEY bu_key (bu)""";

    private static final List<String> ROWS = List.of(
            "id = 0, vc = 'zero is a number', iv = NULL",
            "id = 1, ti = -128, si = 65535, mi = -8388608, it = 42, bg = -9223372036854775808,"
                    + " bu = 18446744073709551615, de = '-12345678901234567890123456789012345.000000000000000000000000000001',"
                    + " fl = 0.1, fd = 12.3456, db = 0.1e0 + 0.2e0, b1 = b'1', b64 = 0xFF00000000000001, yr = 2155",
            "id = 2, fl = 1.17549435e-38, db = 5e-324, b64 = 0, yr = 0, da = '0000-00-00', dt = '0000-00-00 00:00:00',"
                    + " ts = '0000-00-00 00:00:00', tm = '-838:59:59', en = 'not there', se = 15",
            "id = 3, fl = 3.4028235e38, db = -1.7976931348623157e308, da = '2010-02-30', dt = '9999-12-31 23:59:59.999999',"
                    + " ts = '2022-10-30 00:30:00.000001', tm = '838:59:59', en = '2', se = '1'",
            "id = 4, fl = -0e0, db = -0e0, da = '2022-00-00', ts = '2022-10-30 01:30:00', en = 'a', se = '', yr = 1901",
            "id = 5, fl = 16777216, db = 9007199254740993, ts = '2022-03-27 01:30:00', tm = '00:00:00.000001',"
                    + " fd = -999.9999, en = 1",
            "id = 6, ch = 'pad  ', vc = 'trailing  ', tx = 'it''s a \\\"quote\\\" \\\\ and \\\\0 \\r\\n \\Z %_ ?',"
                    + " l1 = 'gr\u00fc\u00dfe \u20ac', u16 = '\ud83d\ude00\u00e9', gb = '\u8a3c\u4e2d',"
                    + " `q``uote` = 7",
            "id = 7, ch = '', vc = '', tx = '', lb = '', bi = '', vb = '', l1 = '', u16 = ''",
            "id = 8, bi = 0x00, vb = 0x005C27220A0D1AFF80, vc = '\ud83d\ude00 \u0928\u092e', ch = '\u4e2d\u6587',"
                    + " tx = '\u0000\u0001'",
            "id = 9, js = '{\"a\": [1, 1.0, 1.5e300, -0.0, null, true, \"\ud83d\ude00\\\\u0000\\\\n\\\\\"\"],"
                    + " \"big\": 18446744073709551615, \"d\": 0.1}',"
                    + " ge = ST_GeomFromText('POLYGON((0 0,0 1.5,1 1,0 0))'), po = POINT(1.5, -0e0)");

    private static final String READ = "SELECT *, iv, CAST(fl AS DOUBLE), CAST(fd AS DOUBLE), en + 0, se + 0";

    private EveryType() {}

    /** @param more columns that only this product has, with a comma in front, and their values for a row */
    static void make(Connection root, String database, String more, String moreValues) throws SQLException {
        Jdbc.execute(root, "SET SESSION time_zone='+00:00', sql_mode='NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'");
        Jdbc.execute(root, "CREATE TABLE " + database + ".every_type (" + COLUMNS + more + ")");
        for (String row : ROWS) {
            Jdbc.execute(root, "INSERT INTO " + database + ".every_type SET " + row);
        }
        Jdbc.execute(root, "INSERT INTO " + database + ".every_type SET id = 10" + moreValues);
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        try (PreparedStatement insert =
                root.prepareStatement("INSERT INTO " + database + ".every_type (id, vb, lb) VALUES (11, ?, ?)")) {
            insert.setBytes(1, all);
            insert.setBytes(2, all);
            insert.execute();
        }
        Jdbc.execute(root, "ALTER TABLE " + database + ".every_type AUTO_INCREMENT = 4711");
    }

    /** All rows as the server stores them, in hex; the definition is the first. */
    static List<String> read(Connection connection, String table) throws SQLException {
        Jdbc.execute(connection, "SET SESSION time_zone='+00:00', character_set_results=NULL");
        List<String> lines = new ArrayList<>();
        String definition =
                Jdbc.rows(connection, "SHOW CREATE TABLE " + table).getFirst().get(1);
        lines.add(definition.substring(definition.lastIndexOf('\n')));
        String question = table.endsWith(".every_type") ? READ : "SELECT *";
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question + " FROM " + table)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    byte[] value = rows.getBytes(column);
                    line.append(value == null ? "NULL" : HexFormat.of().formatHex(value))
                            .append(' ');
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }
}
