// The process that decodes images: see image-process.ts. It has no secrets and no connection but the channel to its parent.
import type { Sharp } from 'sharp'
import { MAX_PIXELS } from '../domain/document/document-size.js'
import type { ImageJob, ImageRequest, ImageResponse } from './protocol.js'

/** The memory of the HEIC decoder: 1 GB, in pages of 64 kB. The size in the header of an image may be a lie. */
const MAX_HEIC_PAGES = 16_384

class MissingPackage extends Error {}

const load = <Module>(name: string, loading: Promise<Module>) =>
  loading.catch((error: unknown) => {
    throw new MissingPackage(`The package ${name} cannot be loaded.`, { cause: error })
  })

async function loadSharp() {
  const { default: sharp } = await load('sharp', import('sharp'))
  sharp.cache(false)
  sharp.concurrency(1)
  // Only the decoders of PNG and JPEG: a file that pretends to be one of these never reaches another decoder, such as that of SVG.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  return sharp
}

async function loadHeicDecoder() {
  limitWebAssemblyMemory()
  return (await load('heic-decode', import('heic-decode'))).default
}

let sharpLoading: ReturnType<typeof loadSharp> | undefined
let heicLoading: ReturnType<typeof loadHeicDecoder> | undefined

async function decode({ contentType }: ImageJob, content: Buffer): Promise<Sharp> {
  const sharp = await (sharpLoading ??= loadSharp())
  // The beginning of a photograph is better than none.
  const options = { failOn: 'none', limitInputPixels: MAX_PIXELS } as const
  if (contentType !== 'image/heic') return sharp(content, options).autoOrient()
  const all = await (heicLoading ??= loadHeicDecoder())
  const images = await all.all({ buffer: content })
  try {
    const [image] = images
    if (!image || image.width * image.height > MAX_PIXELS) throw new Error('too many pixels')
    // Turned already.
    const { data, width, height } = await image.decode()
    return sharp(Buffer.from(data.buffer), { ...options, raw: { width, height, channels: 4 } })
  } finally {
    images.dispose()
  }
}

/** Without metadata, in the colour space sRGB. */
async function make(job: ImageJob, content: Buffer) {
  const { longerSide: side, format } = job
  const image = await decode(job, content)
  const sized = image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const encoded =
    format === 'webp' ? sized.webp({ quality: 75, effort: 3 }) : onWhite(sized, format)
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { made: data, width: info.width, height: info.height }
}

function onWhite(image: Sharp, format: 'jpeg' | 'png'): Sharp {
  const flat = image.flatten({ background: '#fff' })
  return format === 'png' ? flat.png() : flat.jpeg({ quality: 80 })
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

function limitWebAssemblyMemory(): void {
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { Memory: { prototype: Memory } }
  }
  const { prototype } = WebAssembly.Memory
  // oxlint-disable-next-line typescript/unbound-method -- called with its memory
  const { grow } = prototype
  prototype.grow = function (pages) {
    if (this.buffer.byteLength / 65_536 + pages > MAX_HEIC_PAGES) throw new RangeError('too much')
    return grow.call(this, pages)
  }
}

async function answer(job: ImageJob, content: Buffer): Promise<ImageResponse> {
  const before = process.cpuUsage()
  const spent = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  try {
    return { ...(await make(job, content)), processorMs: spent() }
  } catch (error) {
    if (error instanceof MissingPackage) return { missing: error.message }
    return { undecodable: String(error), processorMs: spent() }
  }
}

let job: ImageJob | undefined
let parts: Uint8Array[] = []

process.on('message', (message: ImageRequest) => {
  if ('part' in message) parts.push(message.part)
  else if ('job' in message) job = message.job
  else if (job) {
    const content = Buffer.concat(parts)
    parts = []
    void answer(job, content).then((response) => process.send?.(response))
  }
})
process.on('disconnect', () => process.exit(0))
