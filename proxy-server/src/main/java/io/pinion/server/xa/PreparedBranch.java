package io.pinion.server.xa;

import io.pinion.operations.server.sql.Answers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** An XA branch in the prepared state, by the three parts of its xid. */
public record PreparedBranch(long formatId, byte[] gtrid, byte[] bqual) {

    /** All branches on a server, of every client. */
    static List<PreparedBranch> on(Connection server) throws SQLException {
        return Answers.all(server, "XA RECOVER", PreparedBranch::of).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Empty for a row whose lengths don't fit its bytes. */
    private static Optional<PreparedBranch> of(ResultSet row) throws SQLException {
        byte[] data = row.getBytes("data");
        int length = row.getInt("gtrid_length");
        if (data == null || length > data.length) {
            return Optional.empty();
        }
        return Optional.of(new PreparedBranch(
                row.getLong("formatID"), Arrays.copyOf(data, length), Arrays.copyOfRange(data, length, data.length)));
    }
}
