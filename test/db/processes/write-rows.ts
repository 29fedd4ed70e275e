// Inserts rows one by one until it is killed, and prints each number after its commit.
import { readConfig } from '../../../src/config/config.js'
import { openDatabase } from '../../../src/db/connect.js'
import { silentLog } from '../../support/silent-log.js'

const { pool } = await openDatabase(readConfig(process.env), silentLog)
await pool.query('CREATE TABLE IF NOT EXISTS acknowledged (number int PRIMARY KEY)')
for (let number = 1; ; number += 1) {
  await pool.query('INSERT INTO acknowledged VALUES ($1)', [number])
  console.log(`wrote ${number};`)
}
