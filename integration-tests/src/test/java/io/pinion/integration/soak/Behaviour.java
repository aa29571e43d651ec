package io.pinion.integration.soak;

/** What one client wants; called on the crowd's thread after login and after every answer. */
interface Behaviour {
    ClientStep next();
}
