// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

/** A handler and what was said about it. */
record RegisteredHandler<T>(String kind, Class<T> type, Handler<T> handler, HandlerOptions options) {}
