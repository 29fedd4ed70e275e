import { createParameterDecorator } from 'type-graphql'
import type { Context } from '../../context.js'
import { GraphReader } from '../../read/graph-reader.js'

/** Injects the reader of the field that is being resolved. It reads the selected fields and page. */
export type Read = GraphReader
export const Read = () =>
  createParameterDecorator<Context>(({ context, info }) => new GraphReader(context, info))
