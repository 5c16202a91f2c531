import { test as base } from './rows'

/** The tables that refer to a tenant's invoices, in the order in which they are emptied, and then the invoices. */
const TABLES = ['payments', 'invoice_lines', 'invoices', 'subscriptions'] as const

interface Billing {
  /** A tenant whose invoices go with it, issued ones too; resolves to its id. */
  billedTenant: (name: string) => Promise<string>
}

export const test = base.extend<Billing>({
  billedTenant: async ({ rows, database }, use) => {
    const made: string[] = []
    await use(async (name) => {
      const id = await rows.tenant(name)
      made.push(id)
      return id
    })
    // What is issued stays for everyone; only the owner of the schema can turn that off.
    await database.query('begin')
    for (const table of TABLES) {
      await database.query(`alter table ${table} disable trigger user`)
      await database.query(`delete from ${table} where tenant_id = any ($1)`, [made])
      await database.query(`alter table ${table} enable trigger user`)
    }
    await database.query('commit')
  },
})
