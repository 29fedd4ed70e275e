import type { Prisma } from '../generated/prisma/client.js'
import type { ModelName } from './model.js'

/** The types of a model's columns, by field name. */
export type RecordOf<Model extends ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars']
