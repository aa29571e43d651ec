package io.pinion.server.frontend;

import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.frontend.command.CommandDispatcher;
import io.pinion.server.session.SessionState;

/** What a session has from its login on, until it closes or another user logs in. */
record LoggedIn(SessionState state, SessionContext context, CommandDispatcher commands) {}
