import { AddFiles } from './add-files.js'
import { ChosenPicture } from './local-picture.js'

interface Props {
  readonly files: readonly File[]
  readonly onChange: (files: readonly File[]) => void
}

/** The files of a form that is not submitted yet. */
export const ChosenFiles = ({ files, onChange }: Props) => (
  <div className="form">
    {files.length > 0 && (
      <ul className="gallery">
        {files.map((file, index) => (
          // Two files may have the same name.
          <li key={`${file.name} ${file.lastModified} ${file.size}`} className="tile">
            <ChosenPicture file={file} />
            <span className="caption">{file.name}</span>
            <button
              type="button"
              onClick={() => {
                onChange(files.filter((_each, at) => at !== index))
              }}
            >
              Remove<span className="hidden"> {file.name}</span>
            </button>
          </li>
        ))}
      </ul>
    )}
    <AddFiles
      onAdd={(added) => {
        onChange([...files, ...added])
      }}
    />
  </div>
)
