// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.wire;

/**
 * Why there is no answer. Refusals are decisions and no problems.
 *
 * @param code for programs
 * @param message for people, without secrets and without what is inside the server
 * @param id under which the server has noted more; empty where there is nothing more
 */
public record Problem(Code code, String message, String id) {
    /** What sort of problem, and what to do about it. */
    public enum Code {
        /** What was sent is no request: it will never be answered. */
        BAD_REQUEST(400),
        /** No token, or one that is not known any more. */
        UNAUTHENTICATED(401),
        /** The token is not for this. */
        FORBIDDEN(403),
        /** There is nothing at this address. */
        NOT_FOUND(404),
        /** More than a request may have. */
        TOO_LARGE(413),
        /** The body is no JSON, by its own word. */
        NOT_JSON(415),
        /** A defect of the server. */
        DEFECT(500),
        /** The ledger is damaged, or of another schema; trying again does not help. */
        BROKEN(500),
        /** Nothing was applied; trying again later may help. */
        UNAVAILABLE(503),
        /** It may have been applied or not; sending the same again tells. */
        OUTCOME_UNKNOWN(504);

        private final int status;

        Code(int status) {
            this.status = status;
        }

        /** The status of the response. */
        public int status() {
            return status;
        }
    }
}
