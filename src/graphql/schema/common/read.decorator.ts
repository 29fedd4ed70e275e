import { createParameterDecorator } from 'type-graphql'
import type { Context } from '../../context.js'
import { GraphReader } from '../../read/graph-reader.js'

/** Injects the reader of the field that is being resolved. It knows what the field selects, and which page. */
export type Read = GraphReader
export const Read = () =>
  createParameterDecorator<Context>(({ context, info }) => new GraphReader(context, info))
