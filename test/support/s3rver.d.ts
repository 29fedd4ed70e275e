declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      configureBuckets: readonly { name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}

declare module 'aws4' {
  interface Request {
    method: string
    path: string
    service: string
    region: string
    headers: Record<string, string>
    extraHeadersToInclude: Record<string, boolean>
  }

  export function sign(
    request: Request,
    credentials: { accessKeyId: string; secretAccessKey: string },
  ): { headers?: Record<string, string> }
}
