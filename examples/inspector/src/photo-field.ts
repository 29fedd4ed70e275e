import { h, labelled } from './dom.js'

/** A field for the camera. */
export function photoField(text: string, onPhoto: (file: File) => void): HTMLElement {
  const input = h('input', { type: 'file', accept: 'image/*' })
  input.setAttribute('capture', 'environment')
  const taken = h('div', { className: 'photos' })
  input.onchange = () => {
    for (const file of input.files ?? []) {
      onPhoto(file)
      const picture = h('img', { alt: file.name, src: URL.createObjectURL(file) })
      taken.append(picture)
    }
    input.value = ''
  }
  return h('div', {}, labelled(text, input), taken)
}
