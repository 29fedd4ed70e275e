/** The models whose records admins can remove (soft delete) and restore. */
const REMOVABLE = [
  'Asset',
  'AssetType',
  'Checklist',
  'Client',
  'Document',
  'Finding',
  'Job',
  'JobType',
  'Site',
  'User',
  'Webhook',
  'Zone',
  'ZoneType',
] as const

type Removal = `${'remove' | 'restore'}${(typeof REMOVABLE)[number]}`

/** A row with this value for each operation that removes or restores records, such as `removeSite`. */
export const removals = <const Value extends string>(value: Value) =>
  Object.fromEntries(
    REMOVABLE.flatMap((model) => [
      [`remove${model}`, value],
      [`restore${model}`, value],
    ]),
  ) as Record<Removal, Value>
