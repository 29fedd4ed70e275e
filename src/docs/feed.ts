import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { builtFolder } from '../built-folder.js'
import { StaticText } from '../http/static-text.js'

/** The path of the feed of the releases below `/docs/`. */
export const FEED = 'changelog.atom'

/** Where a link to this server begins: in an attribute of the feed, or of the HTML in it, whose quotation marks are escaped. */
const LINK = /\b(href|src)=("|&quot;)(?=\/)/g

/** A `Host` header that needs no escaping in XML. */
const HOST = /^[\w.:[\]-]+$/

/**
 * The feed with absolute links, because many feed readers do not resolve relative ones. They begin with `PUBLIC_URL`; without it,
 * with the address to which the request was sent.
 */
export class Feed {
  private base: string | undefined
  private text: StaticText | undefined

  constructor(private readonly publicUrl: string | undefined) {}

  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const base = this.publicUrl?.replace(/\/+$/, '') ?? originOf(request)
    // Only the text of the last address is kept: a client can send any `Host`.
    if (!this.text || base !== this.base) this.text = textWith(base)
    this.base = base
    return this.text.send(request, reply)
  }
}

/** Empty if the request has no usable `Host`: then the links remain relative. */
const originOf = ({ protocol, host }: FastifyRequest) =>
  HOST.test(host) ? `${protocol}://${host}` : ''

const textWith = (base: string) =>
  new StaticText('application/atom+xml; charset=utf-8', async () =>
    (await readFile(new URL(FEED, builtFolder('docs')), 'utf8')).replaceAll(LINK, `$1=$2${base}`),
  )
