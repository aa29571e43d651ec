package io.pinion.server.backend;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.server.session.SessionSettings;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The server's session behind a connection, as far as Pinion knows it: settings, the current database, and what another
 * session has left. Lives on the connection's event loop.
 */
public abstract sealed class ServerSession permits BackendConnection {
    private final Set<Leftover> leftovers = EnumSet.noneOf(Leftover.class);
    private boolean lacksIgnoreSpace;
    private boolean endsWithItsSession;
    private boolean mustBeReset;

    private SessionSettings applied = SessionSettings.NONE;
    private @Nullable String lastUser;
    private @Nullable String currentDatabase;
    private boolean mayHaveDatabase;

    /**
     * Whether IGNORE_SPACE must be set again: the login makes this capability part of the {@code sql_mode}, which
     * COM_RESET_CONNECTION sets back to the server's own (measured on MariaDB 11.4).
     */
    public boolean lacksIgnoreSpace() {
        return lacksIgnoreSpace;
    }

    /** Called when IGNORE_SPACE is being set again. */
    public void ignoreSpaceRestored() {
        lacksIgnoreSpace = false;
    }

    /** A statement has left this here, until {@link #cleared}. */
    public void leaves(Leftover what) {
        leftovers.add(what);
    }

    public boolean has(Leftover what) {
        return leftovers.contains(what);
    }

    /** Called when what clears it is on its way. */
    public void cleared(Leftover what) {
        leftovers.remove(what);
    }

    /**
     * Marks that the session has state here which COM_RESET_CONNECTION doesn't reset, such as a role (measured on
     * MariaDB 11.4 and MySQL 9.7): no other session may get this connection.
     */
    public void endWithItsSession() {
        endsWithItsSession = true;
    }

    public boolean endsWithItsSession() {
        return endsWithItsSession;
    }

    /**
     * Marks that the session has made something here, such as a temporary table: whatever its statements have ended since,
     * only COM_RESET_CONNECTION makes certain that the next session doesn't find it.
     */
    public void resetBehindItsSession() {
        mustBeReset = true;
    }

    public boolean mustBeReset() {
        return mustBeReset;
    }

    /** @return whether another user had the connection before; false for the first user */
    public boolean passesTo(String user) {
        String before = lastUser;
        lastUser = user;
        return before != null && !before.equals(user);
    }

    /** The settings that were sent to the server's session. */
    public SessionSettings applied() {
        return applied;
    }

    public void applied(SessionSettings settings) {
        applied = settings;
    }

    /**
     * Called when a statement has changed the session's settings, and the connection's with them. If the statement was
     * sent before other new settings of the session, the connection's settings are unknown, so all are sent again.
     */
    public void appliedChange(SessionSettings before, SessionSettings after) {
        applied = applied.equals(before) ? after : SessionSettings.UNKNOWN;
    }

    /** The server's current database here; null when there is none or it is unknown. */
    public @Nullable String currentDatabase() {
        return currentDatabase;
    }

    /** @param database null when it is unknown */
    public void currentDatabase(@Nullable String database) {
        currentDatabase = database;
        mayHaveDatabase = true;
    }

    /**
     * Whether the server may have a current database here. Only a new login removes it: COM_RESET_CONNECTION keeps it.
     */
    public boolean mayHaveDatabase() {
        return mayHaveDatabase;
    }

    /** Called when the server has told that it has no current database here. */
    public void hasNoDatabase() {
        currentDatabase = null;
        mayHaveDatabase = false;
    }

    /** Whether a session with this context may run here, given the connection's current database. */
    public boolean suits(DatabaseContext context) {
        return !(mayHaveDatabase && context instanceof DatabaseContext.None);
    }

    /** Reads from a status word whether the current database was dropped. */
    public void noteStatus(ServerStatus status) {
        if (status.has(ServerStatus.DB_DROPPED)) {
            currentDatabase = null;
        }
    }

    /** Called when a COM_RESET_CONNECTION is on its way. */
    final void settingsWereReset(Capabilities agreed) {
        lacksIgnoreSpace = agreed.has(Capabilities.IGNORE_SPACE);
        applied = SessionSettings.NONE;
        mustBeReset = false;
        leftovers.remove(Leftover.DIAGNOSTICS);
        leftovers.remove(Leftover.TRANSACTION);
    }
}
