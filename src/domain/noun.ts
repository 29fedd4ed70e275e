/** The name of a model in a sentence: `asset type` for `AssetType`. */
export const nounOf = (model: string) =>
  model
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')

export const notFoundMessage = (model: string) => `There is no such ${nounOf(model)}.`
