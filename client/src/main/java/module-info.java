// SPDX-License-Identifier: Apache-2.0
/** The ledger over HTTP, and the documents in which its values travel and are kept. */
module dev.holdfast.client {
    requires transitive dev.holdfast.core;
    requires transitive tools.jackson.core;
    requires java.net.http;
    requires static org.jspecify;

    exports dev.holdfast.client;
    exports dev.holdfast.client.document;
    exports dev.holdfast.client.wire;
}
