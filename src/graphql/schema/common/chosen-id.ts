/** The description of the field `id` of an input that creates a record. */
export const CHOSEN_ID =
  'A UUID of version 4 or 7 that you choose for the new record; default: generated. A request with the same id and otherwise the same input returns the record and writes nothing, at any time; with another input it is rejected with `TAKEN`.'
