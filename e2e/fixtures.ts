import { randomUUID } from 'node:crypto'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import type { Database } from '../lib/supabase/database.types'
import { DEMO_PASSWORD, loadSecrets } from '../local/keys.ts'
import { TEST_APP, testBackend } from '../scripts/lib/test-app.ts'
import { readyWhenOpened } from './support/ready-page'

/** How long a session is reused by other tests. */
const FRESH_MS = 5 * 60_000

export type Role = 'superadmin' | 'admin' | 'tech'

/** A separate account for tests that sign out, change its password or disable it; removed afterward. */
export interface Account {
  userId: string
  email: string
  password: string
}

interface Options {
  /** The role whose demo account is signed in; null for a visitor. */
  role: Role | null
}

interface Fixtures {
  /** A database connection, for arranging rows and asserting what was stored. */
  database: Client
  /** Creates an account with a member record of the given role, or without one. */
  makeAccount: (role: Role | null, status?: 'active' | 'disabled') => Promise<Account>
}

interface WorkerFixtures {
  /** A client with the service key, which bypasses every policy. */
  service: SupabaseClient<Database>
  sessions: (role: Role) => Promise<Awaited<ReturnType<BrowserContext['storageState']>>>
}

/** Signs in through the form, like a user. */
export async function signIn(page: Page, email: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  role: [null, { option: true }],

  sessions: [
    async ({ browser }, use) => {
      const states = new Map<Role, { state: ReturnType<BrowserContext['storageState']>; at: number }>()
      const open = async (role: Role) => {
        // Within a test a context would begin with the test's own session.
        const visitor = { cookies: [], origins: [] }
        const context = await browser.newContext({ baseURL: TEST_APP.url, storageState: visitor })
        // The timeouts of the configuration are not set yet; half a minute is Playwright's own.
        context.setDefaultTimeout(0)
        const page = await context.newPage()
        await signIn(page, `${role}@demo.test`)
        await page.waitForURL('**/app')
        const state = await context.storageState()
        await context.close()
        return state
      }
      await use((role) => {
        const known = states.get(role)
        // After ten minutes, sensitive actions ask for the password again.
        if (known && Date.now() - known.at < FRESH_MS) return known.state
        const state = open(role)
        states.set(role, { state, at: Date.now() })
        return state
      })
    },
    { scope: 'worker' },
  ],

  storageState: async ({ role, sessions }, use) => {
    await use(role ? await sessions(role) : undefined)
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await readyWhenOpened(page)
    await use(page)
  },

  service: [
    async ({}, use) => {
      const { url } = testBackend()
      const { serviceKey } = loadSecrets(TEST_APP.dataDir)
      await use(createClient<Database>(url, serviceKey, { auth: { persistSession: false } }))
    },
    { scope: 'worker' },
  ],

  database: async ({}, use) => {
    const client = new Client({ connectionString: testBackend().databaseUrl })
    await client.connect()
    await use(client)
    await client.end()
  },

  makeAccount: async ({ service }, use) => {
    const made: string[] = []
    await use(async (role, status = 'active') => {
      const email = `e2e-${randomUUID()}@demo.test`
      const password = `Trial-${randomUUID()}`
      const { data, error } = await service.auth.admin.createUser({ email, password, email_confirm: true })
      if (error) throw error
      made.push(data.user.id)
      if (role) {
        const member = { user_id: data.user.id, user_role: role, email, status }
        await service.from('members').insert(member).throwOnError()
      }
      return { userId: data.user.id, email, password }
    })
    for (const id of made) await service.auth.admin.deleteUser(id)
  },
})

export { expect } from '@playwright/test'
