import type { ChangeEvent } from 'react'

interface Props {
  readonly onAdd: (files: readonly File[]) => void
  /** Whether only pictures are allowed. */
  readonly onlyPictures?: boolean
  readonly isSingle?: boolean
}

const PICTURES = 'image/jpeg,image/png,image/heic,.jpg,.jpeg,.png,.heic,.heif'
const ALL = `${PICTURES},.pdf,.xlsx,.xls`

/** Buttons that open the camera of a phone, and that choose files. The styles show the first one on phones and tablets only. */
export function AddFiles({ onAdd, onlyPictures = false, isSingle = false }: Props) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // So that the same file can be chosen again.
    target.value = ''
    if (files.length > 0) onAdd(files)
  }
  return (
    <div className="actions add-files">
      <label className="button camera">
        Take a photograph
        <input type="file" accept="image/*" capture="environment" onChange={change} />
      </label>
      <label className="button">
        {isSingle ? 'Choose a picture' : onlyPictures ? 'Choose photographs' : 'Choose files'}
        <input
          type="file"
          accept={onlyPictures ? PICTURES : ALL}
          multiple={!isSingle}
          onChange={change}
        />
      </label>
    </div>
  )
}
