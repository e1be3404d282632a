// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.work.BandOrder;
import java.util.List;
import java.util.Map;

/** What bands leave each other: {@code STRICT}, {@code SHARED} with the default share, or {@code SHARED: 10}. */
final class BandOrders {
    private enum Word {
        STRICT,
        SHARED
    }

    private BandOrders() {}

    static BandOrder read(Value found) {
        if (found instanceof Value.Members members) {
            members.checkNames(List.of(Word.SHARED.name()));
            Value share = members.find(Word.SHARED.name())
                    .orElseThrow(() -> found.place().wrong("the share is missing, such as SHARED: 10"));
            return share.place().checked(() -> new BandOrder.Shared(share.asInt()));
        }
        return switch (Form.constant(found, Word.values())) {
            case STRICT -> new BandOrder.Strict();
            case SHARED -> BandOrder.DEFAULT;
        };
    }

    static Object write(BandOrder order) {
        return switch (order) {
            case BandOrder.Strict strict -> Word.STRICT.name();
            case BandOrder.Shared shared -> Map.of(Word.SHARED.name(), shared.share());
        };
    }
}
