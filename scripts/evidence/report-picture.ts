import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'

const run = promisify(execFile)

const PAGE = { width: 620, height: 877 }
const GAP = 16

/** Shows the first two pages of a PDF side by side. */
export async function pictureOfPages(pdf: string, picture: string): Promise<void> {
  const size = ['-scale-to-x', String(PAGE.width), '-scale-to-y', String(PAGE.height)]
  await run('pdftoppm', ['-png', '-l', '2', ...size, pdf, pdf])
  const folder = dirname(pdf)
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()
  await sharp({
    create: {
      width: pages.length * (PAGE.width + GAP) + GAP,
      height: PAGE.height + 2 * GAP,
      channels: 3,
      background: '#d5dae0',
    },
  })
    .composite(
      pages.map((name, index) => ({
        input: join(folder, name),
        left: GAP + index * (PAGE.width + GAP),
        top: GAP,
      })),
    )
    .png({ palette: true })
    .toFile(picture)
}
