package io.pinion.server.admin;

import io.pinion.routing.plan.SessionView;

/** Who asks, and the proxy that is asked. */
public record AdminContext(SessionView session, ProxyView proxy) {}
