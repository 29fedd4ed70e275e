import fc from 'fast-check'

/** Each property creates 20 records. */
export const RUNS = { numRuns: 20 }

/** Texts that are not blank, in any script, of at most `max` graphemes and UTF-16 code units. */
export const text = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: max })
    .filter((value) => value.trim() !== '' && value.length <= max)
    .filter((value) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(value))
    // Texts in another form are stored in this one: test/graphql/search.test.ts.
    .map((value) => value.normalize())
    .filter((value) => value.length <= max)

export const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

/** What is stored for an optional text: trimmed, and null if it is absent. */
export const stored = (value: string | undefined) => value?.trim() ?? null

export const riskLevel = fc.constantFrom('Critical', 'High', 'Medium', 'Low')

/** An index into a list of two. */
export const index = fc.constantFrom<0 | 1>(0, 1)
