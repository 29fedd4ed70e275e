import sharp from 'sharp'

const CENTRE = { x: 800, y: 620 }
const RADIUS = 400

/** Writes the photograph of a gauge whose needle is in the red, with the time at which it was taken. */
export async function drawGauge(path: string): Promise<void> {
  const marks = Array.from({ length: 11 }, (_, index) => mark(-120 + index * 24, String(index * 2)))
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <defs>
      <linearGradient id="wall" x2="1" y2="1"><stop stop-color="#8d8578"/><stop offset="1" stop-color="#5d574d"/></linearGradient>
      <radialGradient id="face"><stop stop-color="#fdfcf7"/><stop offset="1" stop-color="#e6e2d3"/></radialGradient>
      <linearGradient id="rim" x2="1" y2="1"><stop stop-color="#e8cf8a"/><stop offset="1" stop-color="#7a5f22"/></linearGradient>
    </defs>
    <rect width="1600" height="1200" fill="url(#wall)"/>
    <rect x="700" y="980" width="200" height="220" fill="#8c2f22"/>
    <rect x="740" y="960" width="120" height="90" fill="url(#rim)"/>
    <circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="${RADIUS + 60}" fill="url(#rim)"/>
    <circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="${RADIUS + 20}" fill="url(#face)"/>
    ${arc(-120, -24, '#c8281e')}${arc(0, 72, '#2d8a3e')}
    ${marks.join('')}
    <text x="${CENTRE.x}" y="${CENTRE.y + 190}" font-family="sans-serif" font-size="64" text-anchor="middle" fill="#333">bar</text>
    <path d="M -14 60 L -5 -310 L 5 -310 L 14 60 Z" transform="translate(${CENTRE.x} ${CENTRE.y}) rotate(-78)" fill="#181818"/>
    <circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="34" fill="#333"/>
    <path d="M 430 360 A 460 460 0 0 1 820 180" stroke="#fff" stroke-opacity="0.35" stroke-width="26" fill="none"/>
  </svg>`
  const taken = { IFD0: { Make: 'Demo' }, IFD2: { DateTimeOriginal: '2026:11:02 09:12:00' } }
  await sharp(Buffer.from(drawing)).withExif(taken).jpeg({ quality: 90 }).toFile(path)
}

const at = (degrees: number, radius: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${CENTRE.x + radius * Math.cos(angle)} ${CENTRE.y + radius * Math.sin(angle)}`
}

const arc = (from: number, to: number, colour: string) =>
  `<path d="M ${at(from, 340)} A 340 340 0 0 1 ${at(to, 340)}" stroke="${colour}" stroke-width="44" fill="none"/>`

function mark(degrees: number, label: string): string {
  const [x, y] = at(degrees, 265).split(' ')
  return `<path d="M ${at(degrees, 310)} L ${at(degrees, 370)}" stroke="#333" stroke-width="8"/>
    <text x="${x}" y="${Number(y) + 18}" font-family="sans-serif" font-size="50" text-anchor="middle" fill="#333">${label}</text>`
}
