import { expect } from 'vitest'
import type { TestCompany } from '../support/builders.js'
import { graph, service } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'

/** Sends a file to `/documents`. */
export async function sendFile(name: string, content: Buffer, { technician }: TestCompany) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const { accessToken } = await newSession(technician, 'graphql')
  const response = await fetch(`${await service()}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows its body
  return { status: response.status, body: (await response.json()) as any }
}

/** Uploads a file, and returns its id. */
export async function uploadFile(name: string, content: Buffer, company: TestCompany) {
  const { status, body } = await sendFile(name, content, company)
  expect([status, body]).toEqual([201, body])
  return body.id as string
}

/** The link to a size of a document, such as `SMALL`. */
export async function linkOf(id: string, size: string, company: TestCompany): Promise<string> {
  const { data } = await graph(company.technician)(
    `{ document(id: "${id}") { url(size: ${size}) } }`,
  )
  return data.document.url as string
}

export async function openLinked(link: string, headers: Record<string, string> = {}) {
  const response = await fetch((await service()) + link, { headers })
  return { response, content: Buffer.from(await response.arrayBuffer()) }
}
