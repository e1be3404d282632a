// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the values of a policy came from, as members of a document. They are told and never read. */
public final class SourceDocument {
    private SourceDocument() {}

    /** The common source, and by name those of values that have another one. */
    public static Map<String, Object> write(PolicySources sources) {
        Map<String, Object> exceptions = new LinkedHashMap<>();
        sources.exceptions().forEach((value, source) -> exceptions.put(value, write(source)));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("common", write(sources.common()));
        members.put("exceptions", exceptions);
        return members;
    }

    private static Map<String, Object> write(Source source) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("kind", source.kind().name());
        members.put("authority", source.authority());
        members.put("reference", source.reference());
        return members;
    }
}
