#!/bin/bash
# Writes the topology document into ZooKeeper, unless there is one.
set -euo pipefail
if pinion topology get --zookeeper "$ZOOKEEPER" --cluster main > /dev/null 2>&1; then
    echo "the cluster has a topology already"
else
    pinion topology set --zookeeper "$ZOOKEEPER" --cluster main "${TOPOLOGY:-/compose/topology.json}"
fi
