package io.pinion.server.backend;

import io.pinion.server.session.OwnTransactionWords;

/**
 * What one session's statement may leave on a connection for the next one, of any session. In the order in which the texts that
 * clear them are sent.
 */
public enum Leftover {
    /**
     * An ended transaction that affects the next one: by a {@code SET TRANSACTION}, or by a BEGIN that outlived the
     * rollback of a deadlock. Outside of a transaction, COMMIT drops the characteristics of the next one (measured on
     * MariaDB 11.4, MySQL 9.7).
     */
    TRANSACTION(OwnTransactionWords.COMMIT),
    /**
     * Another session's errors and warnings. MariaDB keeps them until a statement with a table, even a derived table:
     * neither SET nor BEGIN nor SELECT 1 clears them (measured on 11.4; on MySQL 9.7 any statement does).
     */
    DIAGNOSTICS("DO (SELECT 1 FROM (SELECT 1) AS nothing)"),
    /** Another session's {@code LAST_INSERT_ID()}, in front of a statement whose own insert id will be read. */
    INSERT_ID("SET last_insert_id=0");

    private final String cure;

    Leftover(String cure) {
        this.cure = cure;
    }

    /** The statement that clears it. */
    public String cure() {
        return cure;
    }
}
