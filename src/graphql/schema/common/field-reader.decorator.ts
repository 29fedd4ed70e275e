import { createParameterDecorator } from 'type-graphql'
import type { Context } from '../../context.js'
import { GraphReader } from '../../read/graph-reader.js'

/** Injects the reader of the field that is being resolved. It reads the fields that the query selects, on the page that the arguments request. */
export type FieldReader = GraphReader
export const FieldReader = () =>
  createParameterDecorator<Context>(({ context, info }) => new GraphReader(context, info))
