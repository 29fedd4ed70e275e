import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Client } from '../../client/client.js'
import { graphql } from '../../client/generated/index.js'
import { connect, type ConnectOptions } from '../command/connect.js'
import { Progress } from '../command/progress.js'
import { ScriptError } from '../command/script-error.js'

const RECORD = graphql(`
  query UploadRecord($id: ID!) {
    node(id: $id) {
      __typename
      id
    }
  }
`)
const TO_ASSET = graphql(`
  mutation UploadToAsset($id: ID!, $documentIds: [ID!]!) {
    attached: updateAsset(input: { id: $id, documentIds: $documentIds }) {
      userErrors {
        message
      }
    }
  }
`)
const TO_CLIENT = graphql(`
  mutation UploadToClient($id: ID!, $documentIds: [ID!]!) {
    attached: updateClient(input: { id: $id, documentIds: $documentIds }) {
      userErrors {
        message
      }
    }
  }
`)
const TO_FINDING = graphql(`
  mutation UploadToFinding($id: ID!, $documentIds: [ID!]!) {
    attached: updateFinding(input: { id: $id, documentIds: $documentIds }) {
      userErrors {
        message
      }
    }
  }
`)
const TO_JOB = graphql(`
  mutation UploadToJob($id: ID!, $documentIds: [ID!]!) {
    attached: attachToJob(input: { id: $id, documentIds: $documentIds }) {
      userErrors {
        message
      }
    }
  }
`)
const TO_SITE = graphql(`
  mutation UploadToSite($id: ID!, $documentIds: [ID!]!) {
    attached: attachToSite(input: { id: $id, documentIds: $documentIds }) {
      userErrors {
        message
      }
    }
  }
`)

/** How files are attached to a record, by its type. */
const MUTATIONS = {
  Asset: TO_ASSET,
  Client: TO_CLIENT,
  Finding: TO_FINDING,
  Job: TO_JOB,
  Site: TO_SITE,
} as const

interface UploadOptions extends ConnectOptions {
  /** The id of the record. */
  readonly to: string
}

/** Uploads files, and attaches all of them to a record with one mutation. */
export async function uploadFiles(
  paths: readonly string[],
  { to, ...options }: UploadOptions,
): Promise<void> {
  const files = await Promise.all(paths.map(open))
  const { client } = await connect(options, new Progress('Upload'))
  const type = await requireType(client, to)
  const uploaded = []
  for (const file of files) uploaded.push({ ...file, ...(await client.upload(file)) })
  const { attached } = await client.request(MUTATIONS[type] as typeof TO_JOB, {
    id: to,
    documentIds: uploaded.map(({ id }) => id),
  })
  const [error] = attached?.userErrors ?? []
  if (error) throw new ScriptError(error.message)
  for (const { id, sha256, name } of uploaded) console.log(`${id}  ${sha256}  ${name}`)
}

async function open(path: string) {
  try {
    return { name: basename(path), content: new Blob([await readFile(path)]) }
  } catch {
    throw new ScriptError(`${path} cannot be read.`)
  }
}

async function requireType(client: Client, id: string): Promise<keyof typeof MUTATIONS> {
  const { node } = await client.request(RECORD, { id })
  if (!node) throw new ScriptError(`There is no record with the id ${id}.`)
  const type = node.__typename
  if (type in MUTATIONS) return type as keyof typeof MUTATIONS
  throw new ScriptError(`Files cannot be attached to this record (${type}).`)
}
