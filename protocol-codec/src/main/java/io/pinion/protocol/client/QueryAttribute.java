package io.pinion.protocol.client;

/**
 * One query attribute: a named value that a client sends beside its statement and that the server's functions and plugins
 * may read (MySQL manual, "Query Attributes").
 *
 * @param name in the client's character set; must not be changed
 * @param value never {@link BoundParameter.SentBefore}
 */
public record QueryAttribute(byte[] name, BoundParameter value) {}
