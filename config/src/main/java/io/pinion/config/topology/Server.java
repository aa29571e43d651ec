package io.pinion.config.topology;

/** One MySQL or MariaDB server as the document names it. */
public record Server(String name, String host, int port) {}
