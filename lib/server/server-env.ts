import { z } from 'zod'
import { EnvironmentError } from '../env.ts'
import { isLoopback } from '../loopback.ts'
import { parseKeys } from '../vault/vault.ts'
import { trustedProxies } from './client-address.ts'

const httpUrl = z.url({ protocol: /^https?$/, error: 'it is not an http(s) URL' })
const NOT_A_PORT = 'it is not a TCP port'
const port = z.coerce.number({ error: NOT_A_PORT }).int(NOT_A_PORT).min(1, NOT_A_PORT).max(65_535, NOT_A_PORT)

/** Requests with an API key go only to the provider itself, or to a stand-in on this machine. */
const loopbackUrl = httpUrl.refine(
  (url) => isLoopback(new URL(url).hostname),
  'it is not an address of this machine',
)

const variables = z.object({
  NEXT_PUBLIC_SUPABASE_URL: httpUrl,
  NEXT_PUBLIC_SUPABASE_ANON_KEY: z.string(),
  SUPABASE_URL: httpUrl.optional(),
  NEXT_PUBLIC_SUPABASE_REPORTS_URL: httpUrl.optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
  CDR_INGEST_SECRET: z.string().min(16, 'it is shorter than 16 characters').optional(),
  SECRETS_KEY: z
    .string()
    .superRefine((text, context) => {
      try {
        parseKeys(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: `it ${(error as RangeError).message}` })
      }
    })
    .optional(),
  SECRETS_KEY_FILE: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'it is shorter than 16 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'it is not an smtp(s) URL' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s@<>]+@[^\s@<>]+$|<[^\s@<>]+@[^\s@<>]+>$/, 'it has no address')
    .optional(),
  TELNYX_API_KEY: z.string().optional(),
  TELNYX_BASE_URL: loopbackUrl.optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list, context) => {
      try {
        return trustedProxies(list)
      } catch (error) {
        context.addIssue({ code: 'custom', message: String((error as RangeError).message) })
        return z.NEVER
      }
    }),
  NEXT_PUBLIC_SITE_URL: httpUrl.optional(),
  NEXT_PUBLIC_PORTAL_URL: httpUrl.optional(),
  NEXT_PUBLIC_POSTHOG_KEY: z.string().optional(),
  NEXT_PUBLIC_POSTHOG_HOST: httpUrl.optional(),
  NEXT_PUBLIC_SENTRY_DSN: httpUrl.optional(),
  REQUEST_SECONDS: z.coerce.number().int().min(10).max(3600).default(300),
  PORT: port.default(3000),
  LOCAL_DATA_DIR: z.string().default('.local'),
  SUPABASE_PORT: port.default(54_321),
})

// Mail servers refuse an invented sender.
const schema = variables.refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, { path: ['MAIL_FROM'] })

/** The variables that are checked when the server starts. Ports are TCP ports; LOCAL_DATA_DIR is a directory. */
export type ServerEnv = z.infer<typeof schema>

/**
 * The server's configuration. Throws EnvironmentError with one line that names the first missing or malformed variable. An empty
 * variable counts as missing.
 */
export function serverEnv(source: Record<string, string | undefined> = process.env): ServerEnv {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const name = String(issue?.path[0])
  const problem = name in set ? `is not valid: ${issue?.message}` : 'is missing'
  throw new EnvironmentError(`${name} ${problem}. Set it as .env.example describes.`)
}
