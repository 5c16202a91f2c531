import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** The parts of a JSON schema that the app's own schemas use. */
interface Schema {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  format?: string
  contentEncoding?: string
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
}

const TEXTS: Record<string, () => string> = {
  uuid: () => randomUUID(),
  'date-time': () => new Date().toISOString(),
}

/** Valid values of a schema: one for each of its alternatives. */
export function samplesOf(schema: z.ZodType): unknown[] {
  return samples(z.toJSONSchema(schema, { io: 'input' }) as Schema)
}

function samples(schema: Schema): unknown[] {
  const { anyOf, oneOf = anyOf, type, format = '', properties = {}, items } = schema
  if ('const' in schema) return [schema.const]
  if (schema.enum) return [schema.enum[0]]
  if (oneOf) return oneOf.flatMap(samples)
  if (type === 'object') {
    return Object.entries(properties).reduce<unknown[]>(
      (made, [name, part]) => {
        const values = samples(part)
        return [...values, ...made.slice(values.length).map(() => values[0])].map((value, at) => ({
          ...(made[at] ?? made[0] ?? {}),
          [name]: value,
        }))
      },
      [{}],
    )
  }
  if (type === 'array') return items ? samples(items).map((item) => [item]) : [[]]
  if (type === 'string') return [TEXTS[format]?.() ?? (schema.contentEncoding ? 'UklGRg==' : 'x')]
  if (type === 'integer' || type === 'number') return [Math.max(1, schema.minimum ?? 1)]
  return [type === 'boolean' ? true : null]
}
