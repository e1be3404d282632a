// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;
import tools.jackson.dataformat.yaml.util.StringQuotingChecker;

/** How a document is written. Thread-safe. */
public enum DocumentFormat {
    /** Texts in quotes and on one line, so that nothing in them can mean anything else. */
    YAML,
    JSON;

    /** By the name of the file: JSON where it ends in .json, else YAML, which can be read as JSON is written too. */
    public static DocumentFormat of(String file) {
        return file.toLowerCase(Locale.ROOT).endsWith(".json") ? JSON : YAML;
    }

    JsonParser parser(String text) {
        return mapper().createParser(new WholeCharacters(text));
    }

    /** @param members texts, whole numbers, truths, lists and maps of such */
    public String write(Map<String, ?> members) {
        return mapper().writeValueAsString(members).strip() + "\n";
    }

    private ObjectMapper mapper() {
        return switch (this) {
            case YAML ->
                YAMLMapper.builder(YAMLFactory.builder()
                                .stringQuotingChecker(new Quotes())
                                .build())
                        .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
                        .enable(YAMLWriteFeature.ALLOW_LONG_KEYS)
                        .build();
            case JSON ->
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        };
    }

    /**
     * Names of letters, digits and hyphens stand without quotes, all others with them: not all that the writer takes for
     * plain, such as U+0085, does its reader take for that.
     */
    private static final class Quotes extends StringQuotingChecker.Default {
        private static final long serialVersionUID = 1;

        private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");

        @Override
        public boolean needToQuoteName(String name) {
            return !PLAIN.matcher(name).matches() || super.needToQuoteName(name);
        }
    }
}
