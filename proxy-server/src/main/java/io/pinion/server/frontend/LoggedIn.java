package io.pinion.server.frontend;

import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.frontend.command.CommandDispatcher;
import io.pinion.server.session.SessionState;

/** The state of a session from its login until it closes or another user logs in. */
record LoggedIn(SessionState state, SessionContext context, CommandDispatcher commands) {}
