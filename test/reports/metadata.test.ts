import { expect, it } from 'vitest'
import { RecordedSheet } from './recorded-sheet.js'

it('names with characters of XML are escaped in the metadata of a PDF', async () => {
  const sheet = new RecordedSheet({ title: 'Job <b>', author: 'Smith & Sons', subject: 'A\u0001B' })
  const pdf = Buffer.from(await sheet.end()).toString('latin1')
  const [metadata] = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(pdf) ?? []
  const texts = [...(metadata ?? '').matchAll(/<rdf:li[^>]*>(.*?)<\/rdf:li>/g)]
  expect(texts.map(([, text]) => text)).toEqual(['Job &lt;b&gt;', 'Smith &amp; Sons', 'A B'])
})
