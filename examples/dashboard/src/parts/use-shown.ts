import { useState } from 'react'

/**
 * The record as a form shows it, and the function that replaces it after a save. The inputs of the form keep their values: a change by
 * another client after the record was read is an error, and is not overwritten. A change that leaves these fields as they are is taken.
 */
export function useShown<Item extends object>(
  newest: Item,
  fields: readonly (keyof Item)[],
  formKey: number,
): [Item, (saved: Item) => void] {
  const [shown, setShown] = useState({ item: newest, formKey })
  const isSame = fields.every(
    (field) => JSON.stringify(newest[field]) === JSON.stringify(shown.item[field]),
  )
  if (newest !== shown.item && (isSame || formKey !== shown.formKey))
    setShown({ item: newest, formKey })
  const replace = (item: Item) => {
    setShown({ item, formKey })
  }
  return [shown.item, replace]
}
