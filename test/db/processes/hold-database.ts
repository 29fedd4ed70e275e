// Opens the database that the environment configures, prints "open", and keeps it open until SIGTERM.
import { readConfig } from '../../../src/config/config.js'
import { openDatabase } from '../../../src/db/connect.js'

const print = (_details: object, message: string) => {
  console.log(message)
}
const database = await openDatabase(readConfig(process.env), { info: print, warn: print })
process.once('SIGTERM', () => {
  void database.close()
})
console.log('open')
setInterval(() => {}, 1000).unref()
