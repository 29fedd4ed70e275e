/** The texts of a form's inputs, by name. */
export type Texts = Readonly<Record<string, string>>

/** What another user has saved while a form was open. */
export interface Merge {
  /** Their values of inputs that were not edited here. */
  readonly taken: Texts
  /** Their values of inputs that were edited here too, and differently: the user must choose one. */
  readonly conflicts: Texts
}

export const NO_MERGE: Merge = { taken: {}, conflicts: {} }

/** Compares the values that a form has now with those of the record: when it was read, and now. */
export function mergeTexts(before: Texts, mine: Texts, theirs: Texts): Merge {
  const changed = Object.entries(theirs).filter(
    ([name, text]) => text !== before[name] && text !== mine[name],
  )
  const isTaken = ([name]: [string, string]) => mine[name] === before[name]
  return {
    taken: Object.fromEntries(changed.filter(isTaken)),
    conflicts: Object.fromEntries(changed.filter((entry) => !isTaken(entry))),
  }
}

/** Writes texts into the inputs of a form. */
export function fill(form: HTMLFormElement, texts: Texts): void {
  for (const [name, text] of Object.entries(texts)) {
    const input = form.elements.namedItem(name)
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = text
  }
}

/** What to do after another user has changed the record. */
export function adviceFor(merge: Merge): string {
  if (merge === NO_MERGE) return ''
  return Object.keys(merge.conflicts).length > 0
    ? 'Choose a value for each marked field, then save again.'
    : 'Save again to write the values of this form.'
}
