import { createParameterDecorator } from 'type-graphql'
import type { Context } from '../../context.js'
import { GraphReader } from '../../read/graph-reader.js'

/** Injects a reader for the field that is being resolved: it knows the selected fields and the page arguments. */
export type FieldReader = GraphReader
export const FieldReader = () =>
  createParameterDecorator<Context>(({ context, info }) => new GraphReader(context, info))
