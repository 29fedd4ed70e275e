import { button, h, labelled } from './dom.js'

interface Detector {
  detect(image: HTMLVideoElement): Promise<{ readonly rawValue: string }[]>
}
/** Chrome on Android and on macOS has it; Safari, and most browsers on other desktops, do not. */
const { BarcodeDetector } = globalThis as { BarcodeDetector?: new () => Detector }

const LOOK_MS = 200

/** A field for a barcode, and, if the browser can read one with the camera, a button. */
export function scanField(onBarcode: (barcode: string) => void): HTMLElement {
  const input = h('input', { type: 'search', autocomplete: 'off', enterKeyHint: 'go' })
  const form = h('form', { className: 'row' }, labelled('Barcode or code', input))
  form.append(h('button', {}, 'Find'))
  form.onsubmit = (event) => {
    event.preventDefault()
    if (input.value.trim() !== '') onBarcode(input.value.trim())
  }
  if (BarcodeDetector) {
    const detector = new BarcodeDetector()
    form.append(
      button('Scan', () => {
        void scan(detector).then((barcode) => {
          if (barcode !== undefined) onBarcode(barcode)
        })
      }),
    )
  }
  return form
}

/** Shows the picture of the camera until a barcode is in it or the user closes it. */
async function scan(detector: Detector): Promise<string | undefined> {
  const video = h('video', { muted: true, playsInline: true })
  const close = button('Close', () => {
    dialog.close()
  })
  const dialog = h('dialog', { ariaLabel: 'Camera' }, video, close)
  document.body.append(dialog)
  dialog.showModal()
  let stream: MediaStream | undefined
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    video.srcObject = stream
    await video.play()
    while (dialog.open) {
      const [found] = await detector.detect(video)
      if (found) return found.rawValue
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } catch (error) {
    alert(`The camera cannot be used: ${String(error)}`)
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
    dialog.remove()
  }
  return undefined
}
