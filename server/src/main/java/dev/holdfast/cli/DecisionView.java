// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.client.document.PartWriter;
import dev.holdfast.core.Decision;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A decision as members, in the form that values have in all documents. */
final class DecisionView {
    private static final JsonFactory JSON = JsonFactory.builder().build();
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private DecisionView() {}

    /** The name of the decision as {@code type}, and what it says. */
    static Map<String, Object> members(Decision decision) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            new PartWriter(json).write((Record) decision);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", decision.getClass().getSimpleName());
        members.putAll(MAPPER.readValue(text.toString(), new TypeReference<Map<String, Object>>() {}));
        return members;
    }
}
