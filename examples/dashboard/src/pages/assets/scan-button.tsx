import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { graphql } from '../../../generated/index.js'
import { describeError } from '../../parts/problem.js'
import { linkTo, navigate } from '../../route.js'

const BY_BARCODE = graphql(`
  query AssetByBarcode($barcode: String!) {
    asset(by: { barcode: $barcode }) {
      id
    }
  }
`)
const LOOK_MS = 200

interface Detector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
/** Chrome on Android and on macOS has it; Safari, and most browsers on other desktops, do not. */
const { BarcodeDetector } = globalThis as { BarcodeDetector?: new () => Detector }

/** Reads a barcode with the camera, and opens its asset. In a browser that cannot do this, there is no button. */
export function ScanButton() {
  const client = useApolloClient()
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  if (!BarcodeDetector) return null

  const open = async (barcode: string) => {
    const { data } = await client.query({ query: BY_BARCODE, variables: { barcode } })
    if (data?.asset) navigate(linkTo(`assets/${data.asset.id}`))
    else setMessage(`No asset has the barcode ${barcode}.`)
  }
  const start = () => {
    setMessage('')
    setOpen(true)
  }
  return (
    <>
      <button type="button" onClick={start}>
        Scan a barcode
      </button>
      {message && <span role="alert">{message}</span>}
      {isOpen && (
        <Camera
          detector={new BarcodeDetector()}
          onEnd={(barcode, problem = '') => {
            setOpen(false)
            setMessage(problem)
            if (barcode)
              open(barcode).catch((error: unknown) => {
                setMessage(describeError(error))
              })
          }}
        />
      )}
    </>
  )
}

interface Props {
  readonly detector: Detector
  readonly onEnd: (barcode: string | undefined, problem?: string) => void
}

/** The picture of the camera, until a barcode is in it or the user closes it. */
function Camera({ detector, onEnd }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ detector, onEnd })
  useEffect(() => {
    let stream: MediaStream | undefined
    const aborted = new AbortController()
    const look = async () => {
      dialog.current?.showModal()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      while (!aborted.signal.aborted && video.current) {
        video.current.srcObject ??= stream
        await video.current.play()
        const [found] = await latest.current.detector.detect(video.current)
        if (found) {
          latest.current.onEnd(found.rawValue)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    }
    look().catch((error: unknown) => {
      if (!aborted.signal.aborted) latest.current.onEnd(undefined, describeError(error))
    })
    return () => {
      aborted.abort()
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Camera"
      onClose={() => {
        onEnd(undefined)
      }}
    >
      <video ref={video} muted playsInline />
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}
