import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The contrast that WCAG 2.2, level AA, requires of text, and of the parts of a chart. */
const MIN_CONTRAST = { text: 4.5, shape: 3 }

/** What axe-core finds serious or critical, and what it does not look for: the contrast of charts, the width of the page. */
export const obstaclesIn = async (page: Page): Promise<string[]> => [
  ...(await seriousIn(page)),
  ...(await findObstacles(page)),
]

/** What axe-core finds on a page that is serious or critical: each rule with an element. */
export async function seriousIn(page: Page): Promise<string[]> {
  // Not as a script of the page, whose content security policy allows no other.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'] })`,
  )
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Controls without a name; texts and shapes with too little contrast; the width of the page, if it exceeds the window. */
export const findObstacles = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = []
    for (const control of document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')) {
      const labels = [...(control.labels ?? [])].map((label) => label.textContent)
      const name = [control.getAttribute('aria-label'), ...labels, control.textContent].join('').trim()
      if (!name) found.push('no name: ' + control.outerHTML)
    }
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const luminance = (color) => {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const backgroundOf = (element) => {
      const { backgroundColor } = getComputedStyle(element)
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)'
      return isClear && element.parentElement ? backgroundOf(element.parentElement) : backgroundColor
    }
    for (const element of document.body.querySelectorAll('*')) {
      const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.data.trim())
      const isShape = element.matches('rect')
      if (!isShape && (!text || element.closest('option, title'))) continue
      const style = getComputedStyle(element)
      const color = element.closest('svg') ? style.fill : style.color
      const [darker, lighter] = [luminance(color), luminance(backgroundOf(element))].sort((one, other) => one - other)
      const contrast = (lighter + 0.05) / (darker + 0.05)
      const min = isShape ? ${MIN_CONTRAST.shape} : ${MIN_CONTRAST.text}
      if (contrast < min) found.push(contrast.toFixed(1) + ': ' + element.textContent)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.push('as wide as ' + scrollWidth)
    return found
  })()`)
