import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './own-statements.js'
import { hashSecret } from '../../src/domain/credential/secret.js'

export interface OauthClient {
  readonly client_id: string
  readonly client_secret: string
}

/** An OAuth client, which no company owns. */
export async function newOauthClient(db: TestDatabase): Promise<OauthClient> {
  const id = randomUUID()
  const secret = `secret-${randomUUID()}`
  await db.prisma.oauthClient.create({
    data: { id, name: 'Test', secretHash: new Uint8Array(hashSecret(secret)) },
  })
  return { client_id: id, client_secret: secret }
}
