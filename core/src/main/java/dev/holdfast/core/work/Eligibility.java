// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.util.Optional;
import java.util.SortedSet;

/**
 * What a worker must offer to run a unit. Units of equal eligibility form a class; whether a worker may run a class is
 * asked once per (offer, class).
 *
 * @param kind the open name of the sort of work
 * @param capabilities all of them must be offered
 * @param affinity the worker must offer exactly this one
 * @param definition the worker must offer exactly this content: work never runs on another one
 * @param irVersion the version of process definitions that the worker must be able to interpret
 */
public record Eligibility(
        String kind,
        Guarantee guarantee,
        SortedSet<String> capabilities,
        Optional<String> affinity,
        Optional<DefinitionReference> definition,
        Optional<String> irVersion) {
    public Eligibility {
        Names.check("kind", kind);
        capabilities.forEach(name -> Names.check("capability", name));
        affinity.ifPresent(name -> Names.check("affinity", name));
        irVersion.ifPresent(name -> Names.check("IR version", name));
        capabilities = NameSets.copy(capabilities);
    }

    /** Of work that names no definition. */
    public Eligibility(String kind, Guarantee guarantee, SortedSet<String> capabilities, Optional<String> affinity) {
        this(kind, guarantee, capabilities, affinity, Optional.empty(), Optional.empty());
    }

    /** The first demand that {@code offer} does not meet, in the order of {@link Misfit#ORDER}. */
    public Optional<Misfit> misfit(WorkerOffer offer) {
        if (!offer.kinds().contains(kind)) {
            return Optional.of(new Misfit(Misfit.KIND, kind));
        }
        if (definition.isPresent() && !offer.definitions().contains(definition.get())) {
            return Optional.of(unlike(definition.get(), offer));
        }
        if (irVersion.isPresent() && !offer.irVersions().contains(irVersion.get())) {
            return Optional.of(new Misfit(Misfit.IR_VERSION, irVersion.get()));
        }
        if (!offer.guarantees().contains(guarantee)) {
            return Optional.of(new Misfit(Misfit.GUARANTEE, guarantee.name()));
        }
        for (String capability : capabilities) {
            if (!offer.capabilities().contains(capability)) {
                return Optional.of(new Misfit(Misfit.CAPABILITY, capability));
            }
        }
        return affinity.filter(name -> !offer.affinities().contains(name))
                .map(name -> new Misfit(Misfit.AFFINITY, name));
    }

    private static Misfit unlike(DefinitionReference wanted, WorkerOffer offer) {
        boolean otherContent = offer.definitions().stream().anyMatch(wanted::isSameRevision);
        return new Misfit(otherContent ? Misfit.FINGERPRINT : Misfit.DEFINITION, wanted.toString());
    }

    public boolean fits(WorkerOffer offer) {
        return misfit(offer).isEmpty();
    }
}
