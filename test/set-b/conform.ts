import { createDocument } from '../../src/set-b/openapi.js'
import { conformanceTo } from '../support/conform.js'

/** Fails where an operation answers what its OpenAPI document does not say. */
export const expectConform = conformanceTo(createDocument())
