package io.pinion.config.topology;

/**
 * What Pinion logs in with on servers.
 *
 * @param name {@code data}, {@code monitor}, {@code operator} or another that users refer to
 * @param secret where the password is, never the password itself: {@code env:NAME} or {@code file:/path}
 */
public record Account(String name, String user, String secret) {}
