package io.pinion.integration.faults.scenario;

/** One fault, or none, under load. */
public interface Scenario {
    /**
     * Brings it about. Servers, lines and processes may be left as they are by it: the aftercare restores them.
     *
     * @throws AssertionError when something is wrong that no check of the rows would find
     */
    void run(Stage stage) throws Exception;

    /** With what was chosen for it. */
    @Override
    String toString();
}
