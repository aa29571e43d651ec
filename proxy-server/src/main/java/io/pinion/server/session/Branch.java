package io.pinion.server.session;

import java.util.List;

/** How a pair takes part in a transaction, and the statements that its server receives for it. */
public sealed interface Branch {
    Branch PLAIN = new Plain();

    /**
     * Statements that undo the transaction in any state but prepared. The last one's answer decides whether it is
     * undone.
     */
    List<String> rollback();

    /** A local transaction of the server, which one COMMIT ends. */
    record Plain() implements Branch {
        private static final List<String> ROLLBACK = List.of(OwnTransactionWords.ROLLBACK);

        @Override
        public List<String> rollback() {
            return ROLLBACK;
        }
    }

    /**
     * A branch of an XA transaction, which the server can prepare before it commits.
     *
     * @param gtrid the transaction's own name, the same on every pair: see {@link XaNames}
     * @param bqual the branch's name, one per pair because two pairs may be one server
     */
    record Xa(String gtrid, String bqual) implements Branch {
        /** The xid as XA statements write it. */
        public String xid() {
            return "'" + gtrid + "','" + bqual + "'," + XaNames.FORMAT_ID;
        }

        public String start() {
            return "XA START " + xid();
        }

        /** After these statements the server can commit the branch at any later time, also after a crash. */
        public List<String> prepare() {
            return List.of("XA END " + xid(), "XA PREPARE " + xid());
        }

        public String commitPrepared() {
            return "XA COMMIT " + xid();
        }

        public String rollbackPrepared() {
            return "XA ROLLBACK " + xid();
        }

        /** XA END fails after a deadlock, and XA ROLLBACK works all the same (measured, MariaDB 11.4 and MySQL 9.7). */
        @Override
        public List<String> rollback() {
            return List.of("XA END " + xid(), rollbackPrepared());
        }
    }
}
