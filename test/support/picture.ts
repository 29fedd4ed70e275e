import { readFile } from 'node:fs/promises'

/** Width and height, from the header of a PNG file. */
export async function sizeOf(file: string): Promise<number[]> {
  const header = await readFile(file)
  return [header.readUInt32BE(16), header.readUInt32BE(20)]
}
