package io.pinion.server.session;

import java.util.List;

/** How a pair takes part in a transaction, in the statements that its server is told. */
public sealed interface Branch {
    Branch PLAIN = new Plain();

    /** Undoes it, whatever state it is in but prepared. The last of them decides whether it is undone. */
    List<String> rollback();

    /** A transaction of the server's own: its COMMIT is all there is. */
    record Plain() implements Branch {
        private static final List<String> ROLLBACK = List.of(OwnTransactionWords.ROLLBACK);

        @Override
        public List<String> rollback() {
            return ROLLBACK;
        }
    }

    /**
     * A part of a two-phase commit, which the server can promise to commit before it does.
     *
     * @param gtrid the transaction's own name, the same on every pair: see {@link XaNames}
     * @param bqual the pair's name in it, for two pairs may be one server
     */
    record Xa(String gtrid, String bqual) implements Branch {
        /** As the XA statements write it. */
        public String xid() {
            return "'" + gtrid + "','" + bqual + "'," + XaNames.FORMAT_ID;
        }

        public String start() {
            return "XA START " + xid();
        }

        /** Behind these the server commits it whenever it is told so, also after a crash. */
        public List<String> prepare() {
            return List.of("XA END " + xid(), "XA PREPARE " + xid());
        }

        /** When nobody else has to agree. */
        public List<String> commitAlone() {
            return List.of("XA END " + xid(), "XA COMMIT " + xid() + " ONE PHASE");
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
