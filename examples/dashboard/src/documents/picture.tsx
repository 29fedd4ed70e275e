import { API_URL } from '../session.js'
import { type DocumentTile, isPicture } from './document-tile.js'

interface Props {
  readonly document: DocumentTile
  readonly size: 'thumbnail' | 'large' | 'original'
  /** What the picture shows, by default the name of its file. Empty if a text beside it says so. */
  readonly alt?: string
}

/** The picture of a document; for a file that is not a picture, its type. */
export function Picture({ document, size, alt = document.name }: Props) {
  if (!isPicture(document)) return <FileType name={document.name} />
  const source = `${API_URL}${document[size]}`
  return <img className="picture" src={source} alt={alt} loading="lazy" decoding="async" />
}

/** `report.pdf` → `PDF` */
export const FileType = ({ name }: { name: string }) => (
  <span className="file-type" aria-hidden="true">
    {name.split('.').at(-1)?.toUpperCase()}
  </span>
)
