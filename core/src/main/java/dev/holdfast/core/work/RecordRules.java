// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/**
 * Recording the events of a pool.
 *
 * <pre>
 * record  1 no such pool          PoolUnknown
 *         2 it is so already      Repeated
 *         3                       Recording or Stopped
 * </pre>
 */
public final class RecordRules {
    private RecordRules() {}

    public static Save<RecordDecision> record(RecordEvents command, RecordPage page) {
        if (!page.isPool()) {
            return Save.nothing(new PoolUnknown(command.pool()));
        }
        if (command.recorded() == page.recorded()) {
            return Save.nothing(new RecordDecision.Repeated());
        }
        return Save.audited(
                Changes.of(new Recording(command.pool(), command.recorded())),
                command,
                command.recorded() ? new RecordDecision.Recording() : new RecordDecision.Stopped(),
                page.now());
    }
}
