/** A smaller copy of an image that the process makes. */
export interface ImageJob {
  /** The media type of the image, detected from its content. */
  readonly contentType: string
  /** The length of the longer side in pixels. An image that is smaller keeps its size. */
  readonly longerSide: number
  /** `png` keeps the lines of a drawing sharp. Only WebP is transparent: the background of the others is white. */
  readonly format: 'jpeg' | 'png' | 'webp'
}

/** The messages to the process: a job, the parts of its image, and `end`. It does one job at a time. */
export type ImageRequest =
  { readonly job: ImageJob } | { readonly part: Uint8Array } | { readonly end: true }

/** The message from the process at the end of a job. */
export type ImageResponse =
  | {
      readonly made: Uint8Array
      readonly width: number
      readonly height: number
      readonly processorMs: number
    }
  /** The image cannot be decoded. */
  | { readonly undecodable: string; readonly processorMs: number }
  /** The service lacks a package. */
  | { readonly missing: string }
