package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import org.jspecify.annotations.Nullable;

/**
 * What a value may be and how it is read.
 *
 * @param <T> what it becomes
 */
public sealed interface Type<T>
        permits ScalarType,
                WordType,
                NameType,
                NewNameType,
                GroupType,
                AnyType,
                ListType,
                MapType,
                Shape,
                OneOf,
                Either {

    /**
     * What is expected, with its article, in one line.
     *
     * <p>Completes "expected ...".
     */
    String expected();

    /**
     * Reads a value.
     *
     * @return null after {@code reading} was told what is wrong
     */
    @Nullable T read(YamlValue value, Reading reading);
}
