import { z } from 'zod'
import { fieldType } from '../http/field-type.js'
import { riskIds } from '../domain/risk/risk.js'

export const uuid = fieldType<string>(z.uuid())
export const text = fieldType<string>(z.string())
export const boolean = fieldType<boolean>(z.boolean())
export const integer = fieldType<number>(z.int32())
export const decimal = fieldType<number>(z.string().regex(/^\d+$/), String)
export const riskLevel = fieldType<string>(z.enum(Object.keys(riskIds)))

/** Whole seconds since 1970, rounded down: the unit of every time in Set B. */
export const epochSeconds = fieldType<Date>(z.int(), (time) => Math.floor(time.getTime() / 1000))
