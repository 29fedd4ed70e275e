import type { Page } from 'playwright-core'

/** A photograph of one colour with a text, as a form's file. */
export async function photograph(page: Page, name: string, color = 'steelblue') {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 600 })
    const context = canvas.getContext('2d')
    context.fillStyle = '${color}'
    context.fillRect(0, 0, 800, 600)
    context.fillStyle = 'white'
    context.font = '60px sans-serif'
    context.fillText('${name}', 40, 320)
    return canvas.toDataURL('image/jpeg')
  })()`)
  const buffer = Buffer.from(url.split(',')[1] ?? '', 'base64')
  return { name, mimeType: 'image/jpeg', buffer }
}
