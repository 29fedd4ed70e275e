import { decrypt, encrypt } from './encryption.js'

/** The tokens that replace a refresh token and the access token issued with it. */
export interface Successor {
  readonly accessToken: string
  readonly refreshToken: string
}

const PURPOSE = 'successor of a refresh token'

/** Encrypts the successor of a refresh token with a key derived from that token. */
export const encryptSuccessor = (refreshToken: string, successor: Successor): Buffer =>
  encrypt(refreshToken, PURPOSE, JSON.stringify(successor))

export const decryptSuccessor = (refreshToken: string, encrypted: Buffer): Successor =>
  JSON.parse(decrypt(refreshToken, PURPOSE, encrypted).toString()) as Successor
