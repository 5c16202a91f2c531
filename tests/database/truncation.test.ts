import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure, rolledBack } from '../support/database'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

// Truncating locks a table and all that refer to it against everybody, before it is refused.
let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase({ seed: false })
})
afterAll(() => database.drop())

test.each(['public.audit_log', 'public.invoice_lines', 'public.invoices cascade'])(
  'not even the owner truncates %s',
  async (table) => {
    const code = await rolledBack((client) => failure(client, `truncate ${table}`), database.url)
    expect(code).toBe('42501')
  },
)
