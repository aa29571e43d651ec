package io.pinion.server.xa;

import io.pinion.server.session.XaNames;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A prepared branch of a Pinion proxy, from {@code XA RECOVER}.
 *
 * @param pair the pair on whose primary it is
 * @param told the parts of the transaction's name
 */
record XaBranch(String pair, String gtrid, String bqual, XaNames.Told told) {

    /** The branches of this cluster's proxies on a server; all others are left alone. */
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

    /** The statement that finishes the branch, from any connection unless the branch is bound to another. */
    String finish(boolean commit) {
        return (commit ? "XA COMMIT '" : "XA ROLLBACK '") + gtrid + "','" + bqual + "'," + XaNames.FORMAT_ID;
    }
}
