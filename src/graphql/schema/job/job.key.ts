import { Int } from 'type-graphql'
import { KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'

@KeyInput('Job')
export class JobKey {
  @Nullable(Int, 'The number of the job in the company.')
  readonly number?: number | null
}
