package io.pinion.server.xa;

import io.pinion.server.session.XaNames;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A prepared branch, as {@code XA RECOVER} lists it.
 *
 * @param pair where it is
 * @param told what the transaction's name tells
 */
record XaBranch(String pair, String gtrid, String bqual, XaNames.Told told) {

    /** Those of this cluster's proxies on a server; others' are left alone. */
    static List<XaBranch> on(String pair, Connection server, XaNames names) throws SQLException {
        List<XaBranch> branches = new ArrayList<>();
        for (PreparedBranch branch : PreparedBranch.on(server)) {
            if (branch.formatId() == XaNames.FORMAT_ID) {
                String gtrid = new String(branch.gtrid(), StandardCharsets.US_ASCII);
                String bqual = new String(branch.bqual(), StandardCharsets.US_ASCII);
                names.read(gtrid).ifPresent(told -> branches.add(new XaBranch(pair, gtrid, bqual, told)));
            }
        }
        return branches;
    }

    /** The statement that finishes it, from any connection that it isn't bound to. */
    String finish(boolean commit) {
        return (commit ? "XA COMMIT '" : "XA ROLLBACK '") + gtrid + "','" + bqual + "'," + XaNames.FORMAT_ID;
    }
}
