// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

/** The codes and reasons that a worker itself gives; handlers bring their own. */
public final class WorkerCodes {
    /**
     * Poisons a unit whose payload does not read as its handler's type. Not a release: nothing was started, which burns no
     * attempt, so that the unit would go round for ever; and this program will not read it the next time either. The
     * evidence says that nothing happened, so that running it again is safe once a program can read it.
     */
    public static final String PAYLOAD_UNDECODABLE = "payload-undecodable";

    /** Fails a unit whose handler was done but gave a result that cannot be kept; the effect took place. */
    public static final String RESULT_UNENCODABLE = "result-unencodable";

    /** The worker stops; the unit was not started, or was interrupted after the grace. */
    public static final String WORKER_STOPPING = "worker-stopping";

    /** The worker no longer trusts its lease; the unit was not started. */
    public static final String LEASE_OVER = "lease-over";

    /** The unit waited in the worker for longer than was foreseen; another one may be quicker. */
    public static final String WAITED_TOO_LONG = "waited-too-long";

    /** The handler gave an answer that the ledger fails on, so that what it did is not known. */
    public static final String ANSWER_NOT_TAKEN = "answer-not-taken";

    /** Whoever ran an inquiry ended it without an answer to its question. */
    public static final String QUESTION_OPEN = "question-open";
    /** The work names a definition that this worker does not have; it was not started. */
    public static final String DEFINITION_UNKNOWN = "definition-unknown";

    /** This worker has another content of the revision that the work names; it was not started. */
    public static final String DEFINITION_MISMATCH = "definition-mismatch";

    /** This worker cannot interpret process definitions of the work's IR version; it was not started. */
    public static final String IR_VERSION_UNSUPPORTED = "ir-version-unsupported";

    private WorkerCodes() {}
}
