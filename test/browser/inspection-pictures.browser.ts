import { test } from 'vitest'
import { expectPictures, takePictures } from '../support/picture.js'

test('the script records an inspection in the dashboard, and takes each picture of docs/inspection.md', async () => {
  await expectPictures('inspection', await takePictures('scripts/inspection-pictures.ts'))
})
