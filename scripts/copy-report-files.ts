import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fontFiles } from '../src/reports/fonts.js'

/** The colour profile of PDF/A, which pdfkit reads from a folder beside its code, now the bundle. */
const PROFILE = 'sRGB_IEC61966_2_1.icc'

/** Copies the files that the built service needs for reports. Returns their paths. */
export function copyReportFiles(outdir: string): string[] {
  const fonts = Object.entries(fontFiles).map(
    ([name, file]) => [join('node_modules', file), join('fonts', `${name}.ttf`)] as const,
  )
  const profile = [join('node_modules/pdfkit/js/data', PROFILE), join('data', PROFILE)] as const
  for (const folder of ['fonts', 'data']) mkdirSync(join(outdir, folder), { recursive: true })
  return [...fonts, profile].map(([from, to]) => {
    copyFileSync(from, join(outdir, to))
    return from
  })
}
