import type { Ask } from './ask.js'

/** The id of the asset type with a name. */
export async function assetTypeNamed(ask: Ask, name: string): Promise<string> {
  const { assetTypes } = await ask(
    'query ($name: String) { assetTypes(filter: { search: $name }) { nodes { id } } }',
    { name },
  )
  return assetTypes.nodes[0].id
}

/** Creates an asset for one test, in the first zone. Other files, which run at the same time, change and remove those of the demo. */
export async function newAsset(
  ask: Ask,
  values: { readonly typeId: string; readonly documentIds?: readonly string[] },
): Promise<string> {
  const { zones } = await ask('{ zones(first: 1) { nodes { id } } }')
  const { createAsset } = await ask(
    'mutation ($input: CreateAssetInput!) { createAsset(input: $input) { asset { id } userErrors { field message } } }',
    { input: { zoneId: zones.nodes[0].id, ...values } },
  )
  if (!createAsset.asset) throw new Error(JSON.stringify(createAsset.userErrors))
  return createAsset.asset.id
}
