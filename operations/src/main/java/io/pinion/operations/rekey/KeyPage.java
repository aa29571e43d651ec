package io.pinion.operations.rekey;

import java.util.Optional;

/**
 * Some keys of a shard, in the order of its server.
 *
 * @param after the last key of the page before; empty for the first page
 * @param upTo its last key; empty for the last page
 */
record KeyPage(String database, Optional<String> after, Optional<String> upTo) {}
