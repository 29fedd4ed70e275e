import type { Figures } from './figures.js'
import { SERVER_TITLES } from './titles.js'

const COLOURS = {
  postgraphile: '#9aa5b1',
  mercurius: '#c9a227',
  service: '#1f6feb',
  limit: '#d0d7de',
}
const SERVERS = ['postgraphile', 'mercurius', 'service', 'limit'] as const
const [BAR, GAP, LEFT, TOP, WIDTH] = [12, 18, 56, 58, 640]
const GROUP = SERVERS.length * BAR + GAP

/** A bar chart (SVG) of the requests per second of different clients, relative to PostGraphile's. */
export function picture(figures: Figures, connections: number): string | undefined {
  const ratioOf = (name: string, server: (typeof SERVERS)[number]) =>
    figures.ratio(name, server, 'postgraphile', connections)
  const names = figures.names.filter((name) => Number.isFinite(ratioOf(name, 'service')))
  if (names.length === 0) return undefined
  const ratios = names.flatMap((name) => SERVERS.map((server) => ratioOf(name, server)))
  const scale = (WIDTH - LEFT - 60) / Math.max(...ratios.filter(Number.isFinite))
  const height = TOP + 6 + names.length * GROUP

  const bars = names.flatMap((name, index) => {
    const top = TOP + index * GROUP
    return [
      `<text x="12" y="${top + 2 * BAR + 4}" font-weight="600">${name}</text>`,
      ...SERVERS.flatMap((server, row) => {
        const ratio = ratioOf(name, server)
        if (!Number.isFinite(ratio)) return []
        const y = top + row * BAR
        const length = ratio * scale
        return [
          `<rect x="${LEFT}" y="${y}" width="${length.toFixed(1)}" height="${BAR - 2}" fill="${COLOURS[server]}"/>`,
          `<text x="${(LEFT + length + 5).toFixed(1)}" y="${y + BAR - 3}" font-size="10">${ratio.toFixed(1)}</text>`,
        ]
      }),
    ]
  })
  const legend = SERVERS.map((server, index) => {
    const x = LEFT + index * 130
    return `<rect x="${x}" y="34" width="10" height="10" fill="${COLOURS[server]}"/><text x="${x + 15}" y="43" font-size="11">${SERVER_TITLES[server]}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2328">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="12" y="20" font-size="13" font-weight="600">Requests per second of different clients at ${connections} connections; PostGraphile is 1</text>
${[...legend, ...bars].join('\n')}
</svg>
`
}
