import { test as base } from './rows'

/** The tables that refer to a tenant's invoices, in the order in which they are emptied, and then the invoices. */
const TABLES = ['payments', 'invoice_lines', 'invoices', 'subscriptions'] as const

interface Billing {
  /** A tenant that is removed with its invoices, including issued ones; resolves to its id. */
  billedTenant: (name: string) => Promise<string>
}

/** The first day of the month in the time zone of the browser, in which the page bills. */
export function monthStart(): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
  return `${today.slice(0, 8)}01`
}

export const test = base.extend<Billing>({
  billedTenant: async ({ rows, database }, use) => {
    const made: string[] = []
    await use(async (name) => {
      const id = await rows.tenant(name)
      made.push(id)
      return id
    })
    // Issued invoices cannot be deleted; only the schema owner can disable that.
    await database.query('begin')
    for (const table of TABLES) {
      await database.query(`alter table ${table} disable trigger user`)
      await database.query(`delete from ${table} where tenant_id = any ($1)`, [made])
      await database.query(`alter table ${table} enable trigger user`)
    }
    await database.query('commit')
  },
})
