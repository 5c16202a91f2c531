import { PHASE_PRODUCTION_BUILD } from 'next/constants'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import config from '@/next.config'

beforeEach(() => {
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon-key')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const build = () => config(PHASE_PRODUCTION_BUILD)

/** The line with which a build ends before it begins. */
async function refusal(): Promise<string | undefined> {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('The process exited.')
  })
  return build().then(
    () => undefined,
    () => said.mock.lastCall?.[0],
  )
}

test('servers that build the same sources with the same public variables have each other’s scripts', async () => {
  const idOf = async () => (await build()).generateBuildId?.()
  const id = await idOf()
  expect(id).toMatch(/^[\w-]{20}$/)
  expect(await idOf()).toBe(id)
  vi.stubEnv('NEXT_PUBLIC_SITE_URL', 'https://staff.example.com')
  expect(await idOf()).not.toBe(id)
})

test.each(['SENTRY_ORG', 'SENTRY_PROJECT'])(
  'a build that is to upload source maps is refused in one line without %s',
  async (missing) => {
    vi.stubEnv('NEXT_PUBLIC_SENTRY_DSN', 'https://key@errors.example.com/1')
    for (const name of ['SENTRY_AUTH_TOKEN', 'SENTRY_ORG', 'SENTRY_PROJECT']) vi.stubEnv(name, 'set')
    vi.stubEnv(missing, '')
    expect(await refusal()).toBe(`${missing} is missing. Set it as .env.example describes.`)
    vi.stubEnv('SENTRY_AUTH_TOKEN', '')
    expect(await refusal()).toBeUndefined()
  },
)

test('a build goes into .next if no other directory is named', async () => {
  vi.stubEnv('NEXT_DIST_DIR', '')
  expect((await build()).distDir).toBe('.next')
})

test('no build is reported to the makers of Next.js', async () => {
  vi.stubEnv('NEXT_TELEMETRY_DISABLED', undefined)
  await build()
  expect(process.env.NEXT_TELEMETRY_DISABLED).toBe('1')
})
