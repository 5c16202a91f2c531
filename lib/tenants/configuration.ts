import { z } from 'zod'
import { UserError } from '../errors'
import { TENANTS } from '../supabase/constraints'

/** The id of a row within the exported document. */
const name = z.string().min(1).max(200)
const row = z.looseObject({ id: name })

const schema = z.object({
  format: z.literal('trunkline-tenant'),
  version: z.literal(1),
  domain: z.string(),
  time_zone: z.string(),
  extension_limit: z.int().min(0).max(TENANTS.extension_limit.max),
  tables: z.record(z.string(), z.array(row)),
  destinations: z.array(
    z.object({
      id: name,
      kind: z.enum(['voicemails', 'external', 'unknown', 'other', 'recordings']),
      number: z.string(),
      name: z.string(),
      record_id: name.nullable(),
      feature: z.string().nullable(),
    }),
  ),
})

/** A tenant's configuration as the database function tenant_configuration returns it. */
export type TenantConfiguration = z.infer<typeof schema>

/** A file that is not a configuration; the message says why. */
export class UnreadableConfiguration extends UserError {
  override name = 'UnreadableConfiguration'
}

const header = z.object({ format: schema.shape.format, version: z.number() })

/** Parses an exported configuration (JSON). Throws UnreadableConfiguration, naming the first invalid place. */
export function readConfiguration(text: string): TenantConfiguration {
  const document = parsed(text)
  const head = header.safeParse(document)
  if (!head.success) throw new UnreadableConfiguration('This file is not an exported configuration.')
  if (head.data.version !== 1) {
    throw new UnreadableConfiguration(
      `This file has format version ${head.data.version}. Only version 1 can be read.`,
    )
  }
  const answer = schema.safeParse(document)
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  throw new UnreadableConfiguration(
    `The file is damaged at ${issue?.path.join('.') ?? 'its start'}: ${issue?.message ?? 'not readable'}.`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableConfiguration('This file is not JSON.')
  }
}
