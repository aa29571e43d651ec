package io.pinion.operations.mapping;

/** A link, and the shard whose table has its row. */
record PlacedLink(int shard, MappingLink link) {}
