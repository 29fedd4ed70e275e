import { Args, type ClassType, createParameterDecorator } from 'type-graphql'
import type { PageArguments } from '../../operation/page.js'
import type { Context } from '../../context.js'
import { GraphReader } from '../../read/graph-reader.js'

const injectReader = createParameterDecorator<Context>(
  ({ context, info }) => new GraphReader(context, info),
)

/**
 * Injects the reader of the field that is being resolved: it has the field's selection and its page, both from the
 * prepared request. `args` declares the arguments of a connection, which the method need not take. The last parameter.
 */
export const Read =
  (args?: () => ClassType<PageArguments>) =>
  (prototype: object, name: string | symbol, index: number): void => {
    injectReader(prototype, name, index)
    if (args) Args(args)(prototype, name, index + 1)
  }
