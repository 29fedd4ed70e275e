import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../domain/mail/escape-html.js'
import { NAME, sendPage } from '../../pages/page.js'

/** Sends the page for browsers that open `/graphql` while the playground is off. It executes nothing. */
export function sendAddressPage(
  { protocol, host }: FastifyRequest,
  reply: FastifyReply,
  hasTrustedDocuments: boolean,
): FastifyReply {
  const address = escapeHtml(`${protocol}://${host}/graphql`)
  const signIn = `mutation { login(input: {username: \\"…\\", password: \\"…\\"}) { accessToken } }`
  const trusted = hasTrustedDocuments
    ? '<p>This server executes only its trusted documents, so that it refuses other queries, such as these examples.</p>'
    : ''
  reply.header('cache-control', 'no-store').header('vary', 'accept')
  return sendPage(reply, {
    title: `${NAME} – GraphQL`,
    body: `<h1>${NAME}: GraphQL</h1>
<p>This is the address of a GraphQL API for programs. The playground for browsers is off on this server, and a query in the
address of a browser is not executed.</p>
<h2>How to send a request</h2>
<p>Send a POST with JSON. Sign in first:</p>
<pre><code>curl ${address} -H 'content-type: application/json' \\
  -d '{"query": "${escapeHtml(signIn)}"}'</code></pre>
<p>Then send queries with the token of the response:</p>
<pre><code>curl ${address} -H 'content-type: application/json' \\
  -H 'authorization: Bearer <var>accessToken</var>' \\
  -d '{"query": "{ sites(first: 3) { totalCount nodes { name } } }"}'</code></pre>
${trusted}
<h2>Documentation</h2>
<p><a href="/">The start page</a> leads to the documentation of all APIs of this service.</p>`,
  })
}
