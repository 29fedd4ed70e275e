import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { v7 as newUuid } from 'uuid'
import type { Mailer } from './mailer.js'
import { messageOf } from './message.js'
import { keepText } from './transfer-encoding.js'

/**
 * Writes each mail into a folder, as a file `<UUID v7>.eml`, so that the names sort by time. Only the user that runs
 * the process can read the files, because mails contain tokens.
 */
export function createFolderMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  transport.use('stream', keepText)
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(from, mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${newUuid()}.eml`)
      // The rename is atomic: a program that watches the folder never reads half a mail.
      await writeFile(`${path}.part`, message, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
  }
}
