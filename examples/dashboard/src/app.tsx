import { ApolloProvider } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { Shell } from './pages/shell.js'
import { SignIn } from './pages/sign-in.js'
import { Loading, Problem } from './parts/problem.js'
import { forgetSession, hasStoredSession, type OpenSession, resume, signIn } from './session.js'

/** A refresh token and what was read outlive a reload; the access token exists in memory. Signing out drops all of it. */
export function App() {
  const [session, setSession] = useState<OpenSession>()
  const [notice, setNotice] = useState('')
  const [isResuming, setResuming] = useState(hasStoredSession)

  const leave = (left: OpenSession | undefined, reason: string) => {
    forgetSession()
    setNotice(reason)
    setResuming(false)
    // A late response to a client that was signed out must not end the session of the next client.
    setSession((current) => (current === left ? undefined : current))
  }
  const open = async (begin: (onEnd: () => void) => Promise<OpenSession>) => {
    const opened: { session?: OpenSession } = {}
    opened.session = await begin(() => {
      leave(opened.session, 'Your session has ended. Please sign in again.')
    })
    setSession(opened.session)
    setResuming(false)
  }
  if (isResuming) return <Resuming begin={() => open(resume)} />
  if (!session) {
    const submit = (username: string, password: string) =>
      open((onEnd) => signIn(username, password, onEnd))
    return <SignIn notice={notice} onSubmit={submit} />
  }
  return (
    <ApolloProvider client={session.client}>
      <Shell
        session={session}
        onSignOut={() => {
          leave(session, 'You have signed out.')
        }}
      />
    </ApolloProvider>
  )
}

/** After a reload: exchanges the refresh token that the tab has kept. */
function Resuming({ begin }: { begin: () => Promise<void> }) {
  const [error, setError] = useState<unknown>()
  const latest = useRef(begin)
  const tryNow = () => {
    setError(undefined)
    latest.current().catch(setError)
  }
  // In development, React calls effects twice. A refresh token can be exchanged once.
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    latest.current().catch(setError)
  }, [])
  return <main>{error ? <Problem error={error} onRetry={tryNow} /> : <Loading />}</main>
}
