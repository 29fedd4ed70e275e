import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { addVary } from './content-negotiation.js'

/** The content codings, by preference: the first one that the client accepts is sent. */
const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

/** A higher level takes seconds for a megabyte, and saves a few percent. */
const BROTLI_LEVEL = 6

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
}

/** A route of static texts must have this option: `@fastify/compress` would compress each response. */
export const IS_COMPRESSED = { compress: false } as const

/**
 * A text that is the same in every response. It is read when it is first requested, compressed once with each content
 * coding, and kept in memory. Responses have an `ETag`; a request with the same one in `If-None-Match` gets 304.
 */
export class StaticText {
  private plain: Promise<Buffer> | undefined
  private etag: string | undefined
  private readonly bodies = new Map<Encoding, Promise<Buffer>>()

  constructor(
    private readonly type: string,
    private readonly read: () => string | Buffer | Promise<string | Buffer>,
  ) {}

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const plain = await (this.plain ??= this.load())
    // Weak, because it is the same for all content codings.
    this.etag ??= `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    addVary(reply, 'accept-encoding')
    reply.header('etag', this.etag)
    if (request.headers['if-none-match']?.includes(this.etag)) return reply.status(304).send()
    const accepted = new Negotiator(request.raw).encodings([...encodings])
    const encoding = encodings.find((each) => accepted.includes(each)) ?? 'identity'
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(this.type).send(await this.encoded(encoding, plain))
  }

  private async load(): Promise<Buffer> {
    try {
      return Buffer.from(await this.read())
    } catch (error) {
      this.plain = undefined
      throw error
    }
  }

  private encoded(encoding: Encoding, plain: Buffer): Promise<Buffer> {
    let body = this.bodies.get(encoding)
    if (!body) this.bodies.set(encoding, (body = compress[encoding](plain)))
    return body
  }
}

/** Content types by the extension of a file. */
const TYPES: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * The files below a folder by their relative paths, such as `assets/main.js`. A file whose extension has no content type here is
 * left out. Throws if the folder does not exist. `folder` ends in a slash. `amend` changes the text of HTML pages.
 */
export function readStaticFiles(
  folder: URL,
  amend?: (html: string) => string,
): ReadonlyMap<string, StaticText> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = new Map<string, StaticText>()
  for (const path of names.map((name) => name.replaceAll('\\', '/'))) {
    const type = TYPES[extname(path)]
    if (type === undefined) continue
    const read = () => readFile(new URL(path, folder))
    const isAmended = amend !== undefined && path.endsWith('.html')
    files.set(
      path,
      new StaticText(type, isAmended ? async () => amend((await read()).toString()) : read),
    )
  }
  return files
}
