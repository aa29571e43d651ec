package io.pinion.dist;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The sums of what both proxies show of shadow reads. */
record ShadowOutcomes(long asked, long same, long different, long notCompared) {
    static ShadowOutcomes of(TwinProxies proxies) throws SQLException {
        ShadowOutcomes all = new ShadowOutcomes(0, 0, 0, 0);
        for (int proxy = 0; proxy < 2; proxy++) {
            try (Connection admin = proxies.connect(proxy);
                    Statement statement = admin.createStatement();
                    ResultSet rows = statement.executeQuery("SHOW SHADOW READS")) {
                while (rows.next()) {
                    long different = rows.getLong("other_rows") + rows.getLong("other_order") + rows.getLong("refused");
                    if (different > 0) {
                        System.out.println(rows.getString("statement") + ": " + rows.getString("last"));
                    }
                    all = all.plus(new ShadowOutcomes(
                            rows.getLong("asked"), rows.getLong("same"), different, rows.getLong("not_compared")));
                }
            }
        }
        return all;
    }

    private ShadowOutcomes plus(ShadowOutcomes more) {
        return new ShadowOutcomes(
                asked + more.asked, same + more.same, different + more.different, notCompared + more.notCompared);
    }

    ShadowOutcomes minus(ShadowOutcomes before) {
        return new ShadowOutcomes(
                asked - before.asked,
                same - before.same,
                different - before.different,
                notCompared - before.notCompared);
    }
}
