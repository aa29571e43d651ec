package io.pinion.operations.transfer;

/** The names of an import's steps that code asks for. */
final class ImportSteps {
    static final String MAKING = "making the databases";
    static final String PUBLISHING = "publishing";
    static final String COPYING = "copying";
    static final String FOLLOWING = "following";
    static final String FOLLOWING_ON = "following on";
    static final String COMPARING = "comparing";
    static final String PREPARING = "preparing";
    static final String HANDING_OVER = "taking over";
    static final String SETTLING = "settling";

    static final String FOLLOWING_BACK = "following back";
    static final String PREPARING_BACK = "preparing the way back";
    static final String HANDING_BACK = "taking back";
    static final String FORGETTING = "dropping the keyspace";

    private ImportSteps() {}

    /** Whether the name may mean either at any moment. */
    static boolean isHandingOver(String step) {
        return step.equals(HANDING_OVER) || step.equals(HANDING_BACK);
    }
}
