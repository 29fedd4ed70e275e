import { Fragment, type Key, type ReactNode } from 'react'

interface Props<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => Key
  readonly children: (item: Item) => ReactNode
}

/** What is shown of each item, with commas in between. */
export const Separated = <Item,>({ items, keyOf, children }: Props<Item>) =>
  items.map((item, index) => (
    <Fragment key={keyOf(item)}>
      {index > 0 && ', '}
      {children(item)}
    </Fragment>
  ))
