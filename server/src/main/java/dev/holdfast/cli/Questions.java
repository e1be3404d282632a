// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known about a run whose outcome is not, as members for {@link Output}. */
final class Questions {
    private Questions() {}

    /** A unit with every claim it ever had, and with what it is asked or asks. */
    static Map<String, Object> whole(Ledger ledger, Unit unit, String hint) {
        Map<String, Object> members = Views.whole(unit);
        inquiry(ledger, unit, hint).ifPresent(inquiry -> members.put("inquiry", inquiry));
        Inquiry.of(unit).ifPresent(asks -> members.put("asks", asks(ledger, asks)));
        return members;
    }

    /** What a person needs to know before answering: the run in question, who asks already, what holders said too late. */
    static Map<String, Object> question(Ledger ledger, Unit unit, WorkState.Uncertain uncertain, String hint) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("work", unit.id().value());
        members.put("kind", unit.requirements().eligibility().kind());
        members.put("payload", Views.text(unit.submission().payload()));
        members.put("fence", uncertain.fence().toString());
        members.put("reason", uncertain.reason());
        members.put("since", uncertain.since().toString());
        unit.cancel().ifPresent(cancel -> members.put("cancel", cancel.actor() + ": " + cancel.reason()));
        members.put("claims", unit.past().stream().map(Views::claim).toList());
        List<Map<String, Object>> late = unit.past().stream()
                .filter(past -> past.late().isPresent())
                .map(Questions::late)
                .toList();
        members.put("lateAnswers", late);
        inquiry(ledger, unit, hint).ifPresent(inquiry -> members.put("inquiry", inquiry));
        members.put(
                "answer",
                "holdfast work resolve " + unit.id() + " " + uncertain.fence() + hint
                        + " --evidence WHERE --not-applied (or --succeeded, --failed CODE, --cancelled CODE)");
        return members;
    }

    private static Map<String, Object> late(PastClaim past) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("fence", past.claim().fence().toString());
        past.late().ifPresent(answer -> members.put("answer", Views.answer(answer)));
        return members;
    }

    private static Optional<Map<String, Object>> inquiry(Ledger ledger, Unit subject, String hint) {
        return ledger.ask(new Explain(subject.id()))
                .flatMap(why ->
                        why.reason() instanceof Explanation.WaitsForEvidence waits ? waits.asking() : Optional.empty())
                .map(asking -> {
                    Map<String, Object> members = new LinkedHashMap<>();
                    members.put("work", asking.inquiry().value());
                    ledger.ask(new Inspect(asking.inquiry())).ifPresent(unit -> {
                        members.put("state", Views.word(unit.status()));
                        members.put("attempts", unit.attempts());
                        if (!unit.past().isEmpty()) {
                            unit.past()
                                    .getLast()
                                    .answer()
                                    .ifPresent(last -> members.put("lastAnswer", Views.answer(last)));
                        }
                    });
                    members.put("why", WorkExplainCommand.sentence(asking.stands(), asking.inquiry() + " ", hint));
                    return members;
                });
    }

    private static Map<String, Object> asks(Ledger ledger, Inquiry inquiry) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("work", inquiry.work().value());
        members.put("fence", inquiry.fence().toString());
        members.put("open", inquiry.isOpen(ledger.ask(new Inspect(inquiry.work()))));
        return members;
    }
}
