type Child = Node | string | false | null | undefined

/** An element with properties and children. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> & { readonly role?: string } = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children.filter((child) => child instanceof Node || typeof child === 'string'))
  return element
}

/** A field with its label. */
export const labelled = (text: string, field: HTMLElement): HTMLLabelElement =>
  h('label', {}, h('span', {}, text), field)

export const button = (text: string, onclick: () => void, className = ''): HTMLButtonElement =>
  h('button', { type: 'button', onclick, className }, text)
