import type { ApolloClient } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { useState } from 'react'
import { Shell } from './pages/shell.js'
import { SignIn } from './pages/sign-in.js'
import { signIn } from './session.js'

/** The signed-in user's client, with the tokens and the cache, exists in memory only: signing out drops all of it. */
export function App() {
  const [client, setClient] = useState<ApolloClient>()
  const [notice, setNotice] = useState('')

  const signOut = (left: ApolloClient, reason: string) => {
    setNotice(reason)
    // A late response to a client that was signed out must not end the session of the next client.
    setClient((current) => (current === left ? undefined : current))
  }
  if (!client) {
    const submit = async (username: string, password: string) => {
      const onEnd = () => {
        signOut(signedIn, 'Your session has ended. Please sign in again.')
      }
      const signedIn = await signIn(username, password, onEnd)
      setClient(signedIn)
    }
    return <SignIn notice={notice} onSubmit={submit} />
  }
  return (
    <ApolloProvider client={client}>
      <Shell
        onSignOut={() => {
          signOut(client, 'You have signed out.')
        }}
      />
    </ApolloProvider>
  )
}
