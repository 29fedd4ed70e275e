import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'

/** TypeScript: the types of variables, and an interface for each input object that they contain. */
export class InputTypes {
  private readonly declarations = new Map<string, string>()

  /** The declarations of all input objects in the types that were written. */
  get declared(): string[] {
    return [...this.declarations.values()]
  }

  write(type: GraphQLInputType): string {
    return isNonNullType(type) ? this.present(type.ofType) : `${this.present(type)} | null`
  }

  private present(type: GraphQLInputType): string {
    if (isListType(type)) return `Array<${this.write(type.ofType)}>`
    if (!isInputObjectType(type)) return leaf(type as GraphQLNamedType)
    if (!this.declarations.has(type.name)) this.declare(type)
    return type.name
  }

  private declare(type: GraphQLInputObjectType): void {
    // Before its fields, because an input object can contain itself.
    this.declarations.set(type.name, '')
    const fields = Object.values(type.getFields())
    this.declarations.set(
      type.name,
      type.isOneOf
        ? `type ${type.name} =\n${fields.map((field) => this.alternative(field, fields)).join('\n')}`
        : `interface ${type.name} {\n${fields.map((field) => `  ${this.field(field)}`).join('\n')}\n}`,
    )
  }

  private field({ name, type, defaultValue }: GraphQLInputField): string {
    const isRequired = isNonNullType(type) && defaultValue === undefined
    return `${name}${isRequired ? '' : '?'}: ${this.write(type)}`
  }

  /** An input object that has exactly one of the fields. */
  private alternative({ name, type }: GraphQLInputField, fields: GraphQLInputField[]): string {
    const others = fields.filter((field) => field.name !== name)
    const absent = others.map((field) => `; ${field.name}?: never`).join('')
    return `  | { ${name}: ${this.present(type)}${absent} }`
  }
}

const SCALARS: Readonly<Record<string, string>> = {
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
}

/** The type of an enum or a scalar. */
export function leaf(type: GraphQLNamedType): string {
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name }) => `'${name}'`)
      .join(' | ')
  return SCALARS[type.name] ?? 'string'
}
