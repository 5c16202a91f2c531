import { randomUUID } from 'node:crypto'
import type { Caller } from '../clients'
import { query } from '../database'
import { newCompany } from './companies'
import { insertRow, unique } from './row'
import { newOpportunity, newOpportunityItem, newStockItem } from './sales'

/** An opportunity in negotiation with a monthly and a one-off line, and three phones of a model of its own in stock. */
export async function sold(given: { company_id?: string } = {}) {
  const company = given.company_id ?? (await insertRow('companies', await newCompany())).id
  const { id } = await insertRow(
    'opportunities',
    await newOpportunity({ company_id: company, status: 'negotiation' }),
  )
  await insertRow(
    'opportunity_items',
    await newOpportunityItem({ opportunity_id: id, quantity: 3, monthly_price: 22, one_off_price: 5 }),
  )
  await insertRow(
    'opportunity_items',
    await newOpportunityItem({
      opportunity_id: id,
      position: 2,
      quantity: 1,
      monthly_price: 0,
      one_off_price: 350,
    }),
  )
  const model = `M-${unique()}`
  for (let n = 0; n < 3; n++) await insertRow('inventory', await newStockItem({ model }))
  return { id, company, model }
}

/** A first plan that sets up everything that `sold` has sold. */
export const planFor = (model: string, quantity = 2) => {
  const code = `won-${unique()}`
  return {
    runs: 0,
    tenant: {
      id: randomUUID(),
      code,
      domain: `${code}.pbx.example`,
      time_zone: 'America/Denver',
      seats: 5,
    },
    extensions: { first: 1001, count: 3 },
    stock: [{ model, quantity }],
    subscriptions: { starts_on: '2026-03-01' },
    port_order: true,
  }
}

export type WonPlan = ReturnType<typeof planFor>

export const runPlan = (caller: Caller, opportunity: string, plan: WonPlan) =>
  caller.client.rpc('run_won_plan', { opportunity, plan })

/** The stock items that are reserved for a company. */
export const reservedFor = (company: string) =>
  query("select id from public.inventory where company_id = $1 and status = 'reserved'", [company])
