// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What of an inquiry no scenario shows. */
class InquiryTest {
    private static final Moment NOW = new Moment(1_000_000);
    private static final Fence FENCE = Fence.parse("1.7");
    private static final PoolId POOL = new PoolId("p");
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void itIsInTheTraceOfItsSubject() {
        Submission subject =
                Submission.of("mail", new IdempotencyKey("k1")).trace(TRACE).build();

        assertThat(asked(subject, "k1").submission().trace()).isEqualTo(TRACE);
    }

    /** A kind of full length has no room for the prefix, and two of them still have inquiries of two kinds. */
    @Test
    void theKindsOfInquiriesAboutLongKindsDiffer() {
        String one = "a".repeat(Names.MAX_LENGTH);
        String other = "a".repeat(Names.MAX_LENGTH - 1) + "b";

        assertThat(Inquiry.kindOf(one)).hasSizeLessThanOrEqualTo(Names.MAX_LENGTH);
        assertThat(Inquiry.kindOf(one)).startsWith(Inquiry.RESERVED).isNotEqualTo(Inquiry.kindOf(other));
    }

    @Test
    void namesOfUnitsComeBackAsTheyWere() {
        Submission subject = Submission.of("mail", new IdempotencyKey("k1")).build();

        NewUnit asked = asked(subject, "a\"b\\c");

        assertThat(Inquiry.of(asked.submission())).contains(new Inquiry(new WorkId("a\"b\\c"), FENCE));
    }

    private static NewUnit asked(Submission submission, String name) {
        Unit subject = new NewUnit(
                        new WorkId(name),
                        POOL,
                        NewUnit.ANY_REVISION,
                        submission,
                        submission.requirements().fairnessKey(),
                        Optional.empty(),
                        false)
                .admittedAt(NOW);
        return Inquiry.about(subject, FENCE);
    }
}
