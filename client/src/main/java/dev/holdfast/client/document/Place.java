// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import java.util.function.Supplier;

/**
 * Where a value stands in a document.
 *
 * @param file as the reader knows it
 * @param line from 1
 * @param path the names of the members that lead to it, with dots between; empty for the whole document
 */
public record Place(String file, int line, String path) {
    /** The place of a member of what stands here. */
    public Place member(String name, int atLine) {
        return new Place(file, atLine, path.isEmpty() ? name : path + "." + name);
    }

    /** What to throw when something else should stand here. */
    public DocumentException wrong(String why) {
        return new DocumentException(file + ":" + line + ": " + (path.isEmpty() ? "" : path + ": ") + why);
    }

    /** What {@code make} makes; when it refuses what stands here, its reason with this place. */
    public <T> T checked(Supplier<T> make) {
        try {
            return make.get();
        } catch (DocumentException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }
}
