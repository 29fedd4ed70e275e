import { useEffect, useRef, useState } from 'react'
import { Keys } from './keys.js'
import { opened as sessionOpened, signOut, user } from './session.js'
import { SignInForm } from './sign-in-form.js'

/** The signed-in user, with the button that signs out; otherwise the button of the sign-in, which is open at the start. */
export function Account() {
  const signedIn = user.use()
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(0)
  const close = () => dialog.current?.close()
  const open = () => {
    setOpened(opened + 1)
    dialog.current?.showModal()
  }
  useEffect(() => {
    void sessionOpened.then(() => {
      if (!user.get()) dialog.current?.showModal()
    })
  }, [])
  return (
    <div className="account">
      {signedIn ? (
        <>
          <span className="account-name" title={signedIn.company}>
            {signedIn.name} ({signedIn.role})
          </span>
          {signedIn.role === 'admin' && <Keys key={signedIn.id} user={signedIn} />}
          <button type="button" onClick={signOut}>
            Sign out
          </button>
        </>
      ) : (
        <button type="button" className="main" onClick={open}>
          Sign in
        </button>
      )}
      <dialog ref={dialog} aria-labelledby="sign-in-title" className="sign-in">
        <SignInForm key={opened} onDone={close} />
      </dialog>
    </div>
  )
}
