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

  const signOut = (reason: string) => {
    setNotice(reason)
    setClient(undefined)
  }
  if (!client) {
    const submit = async (username: string, password: string) => {
      const onEnd = () => {
        signOut('Your session has ended. Please sign in again.')
      }
      setClient(await signIn(username, password, onEnd))
    }
    return <SignIn notice={notice} onSubmit={submit} />
  }
  return (
    <ApolloProvider client={client}>
      <Shell
        onSignOut={() => {
          signOut('You have signed out.')
        }}
      />
    </ApolloProvider>
  )
}
