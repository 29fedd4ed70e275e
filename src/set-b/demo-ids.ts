/** Ids of records of the demo data, for the examples in the documentation. */
export const demoIds = {
  asset: '019b76da-a96e-71d0-905f-fd73987f3910',
  assetType: '019b76da-a84f-7662-9c3d-437146588ca8',
  barcode: '019b76da-b90e-7410-a24f-316265b633f3',
  checklist: '019b76da-a833-7405-a398-c484955d49a3',
  client: '019b76da-a876-7225-9513-340ecf55c7ee',
  /** A custom field of the asset type. */
  customField: '019b76da-a850-716a-a590-86746347e4a0',
  job: '019b76da-c8ae-75e0-a9bd-4aabf527e50b',
  jobType: '019b76da-a871-72d6-871e-06a628b577c9',
  site: '019b76da-a87e-7650-b31b-459ee0fc4848',
  /** A technician. */
  user: '019b76da-a805-7017-8cf7-6845b2dfa142',
  zone: '019b76da-a8a6-75d2-aa75-997c77ef3f05',
  zoneType: '019b76da-a86b-776e-a44e-f5ab3903d0f2',
} as const
