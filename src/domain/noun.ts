/** The name of a model or field in a sentence: `asset type` for `AssetType`. */
export const nounOf = (name: string) =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')
    .replace(/^oauth\b/, 'OAuth')

export const notFoundMessage = (model: string) => `There is no such ${nounOf(model)}.`
