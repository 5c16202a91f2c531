import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_535)

const schema = z.object({
  SWITCH_APP_URL: z
    .url({ protocol: /^https?$/, error: 'is not an http(s) URL' })
    .transform((url) => new URL(url).origin),
  SWITCH_NAME: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'is not the name of a switch'),
  SWITCH_SECRET: z.string(),
  SWITCH_PORT: port.default(3010),
  SWITCH_DATA_DIR: z.string().default('.switch'),
  SWITCH_EVENTS_PORT: port.default(8021),
  SWITCH_EVENTS_PASSWORD: z.string().default('ClueCon'),
})

export type Settings = z.infer<typeof schema>

/** What the agent is told by the environment. Throws an Error with one line that names the first missing or malformed variable. */
export function settingsOf(source: Record<string, string | undefined>): Settings {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const name = String(issue?.path[0])
  throw new Error(
    `${name} ${name in set ? `is not valid: ${issue?.message}` : 'is missing'}. Set it as docs/switch.md describes.`,
  )
}
