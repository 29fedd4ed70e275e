/** Ids of records of the demo data, for the examples in the documentation. */
export const demoIds = {
  asset: '019b76da-a95a-755a-a9d3-c9de37b104d7',
  assetType: '019b76da-a83b-71b6-b168-4956ccf705f2',
  client: '019b76da-a862-71a8-9ca2-ef9208b6cdca',
  /** A custom field of the asset type. */
  customField: '019b76da-a83c-7076-bd64-07afa6c4a324',
  job: '019b76da-c89a-75e0-a9bd-4aabf527e50b',
  jobType: '019b76da-a85d-70f4-a9a7-7d414e0ebccb',
  site: '019b76da-a86a-74fc-823c-88e981d95029',
  /** A technician. */
  user: '019b76da-a805-7017-8cf7-6845b2dfa142',
  zone: '019b76da-a892-763d-9665-d7ae6cc1673d',
  zoneType: '019b76da-a857-7685-b5f8-a7a2c4f84936',
} as const
