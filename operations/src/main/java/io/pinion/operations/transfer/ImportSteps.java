package io.pinion.operations.transfer;

/** The names of an import's steps on its way back that code asks for; {@link TransferSteps} has those of its way forth. */
final class ImportSteps {
    static final String FOLLOWING_BACK = "following back";
    static final String PREPARING_BACK = "preparing the way back";
    static final String HANDING_BACK = "taking back";
    static final String FORGETTING = "dropping the keyspace";

    private ImportSteps() {}

    /** Whether the name may mean either at any moment. */
    static boolean isHandingOver(String step) {
        return step.equals(TransferSteps.HANDING_OVER) || step.equals(HANDING_BACK);
    }
}
