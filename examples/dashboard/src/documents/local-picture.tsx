import { useEffect, useState } from 'react'
import { findFile } from '../queue/store.js'
import { FileType } from './picture.js'

interface Props {
  readonly name: string
  /** Reads the content; undefined if there is none. Must be the same function in each render. */
  readonly read: () => Promise<Blob | undefined>
}

/** The picture of a file that is on this device only. */
export function LocalPicture({ name, read }: Props) {
  const [url, setUrl] = useState<string>()
  const [isPicture, setPicture] = useState(true)
  useEffect(() => {
    let created: string | undefined
    let isShown = true
    const show = async () => {
      const content = await read()
      if (!content || !isShown) return
      created = URL.createObjectURL(content)
      setUrl(created)
    }
    show().catch(console.error)
    return () => {
      isShown = false
      if (created) URL.revokeObjectURL(created)
    }
  }, [read])
  if (!url || !isPicture) return <FileType name={name} />
  return (
    <img
      className="picture"
      src={url}
      alt={name}
      onError={() => {
        setPicture(false)
      }}
    />
  )
}

/** The picture of a file in the queue. */
export function QueuedPicture({ id, name }: { id: string; name: string }) {
  const [read] = useState(() => () => findFile(id))
  return <LocalPicture name={name} read={read} />
}

/** The picture of a file that the user has just chosen. */
export function ChosenPicture({ file }: { file: File }) {
  const [read] = useState(() => () => Promise.resolve(file))
  return <LocalPicture name={file.name} read={read} />
}
