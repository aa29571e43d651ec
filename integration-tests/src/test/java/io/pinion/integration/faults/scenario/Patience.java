package io.pinion.integration.faults.scenario;

/** How much people leave to proxies when operations are unfinished. */
enum Patience {
    /** Everything: a proxy is gone, and an operation that only goes on when somebody says so fails the scenario. */
    LEAVES_IT_TO_PROXIES,
    /** What has failed is resumed or given up. */
    SOME,
    /** What is still at work is given up, too. */
    NONE
}
