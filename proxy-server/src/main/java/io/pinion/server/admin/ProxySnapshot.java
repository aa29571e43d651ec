package io.pinion.server.admin;

/**
 * One proxy of the cluster as it registered itself.
 *
 * @param name unique in the cluster
 * @param address host and port where clients reach it
 * @param version of Pinion
 * @param generation the topology that all its event loops serve
 * @param startedMillis when it started, in milliseconds since 1970
 */
public record ProxySnapshot(String name, String address, String version, long generation, long startedMillis) {}
