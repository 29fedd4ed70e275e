/** The sizes in which an image can be opened: the length of its longer side in pixels; null: the file as it was uploaded. */
export const documentSizes = { thumbnail: 160, small: 480, large: 1600, original: null } as const

export type DocumentSize = keyof typeof documentSizes

export type ThumbnailSize = Exclude<DocumentSize, 'original'>

export const isThumbnailSize = (text: string): text is ThumbnailSize =>
  text in documentSizes && text !== 'original'

/** The most pixels of an image. A decoder needs up to ten bytes of memory for each. */
export const MAX_PIXELS = 64_000_000

/** The media types of files that are images. */
export const IMAGE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/heic']

/** The formats of smaller copies, by media type. Each client can show the first one. */
export const thumbnailFormats = { 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

export type ThumbnailType = keyof typeof thumbnailFormats

export type ThumbnailFormat = (typeof thumbnailFormats)[ThumbnailType]
