import { newCompany } from './companies'
import { type Given, insertRow, newId, type NewRow, unique, uniqueMac } from './row'

/** A service of the catalog. */
export async function newService(given: Given<'services'> = {}): Promise<NewRow<'services'>> {
  return { id: newId(), name: `Service ${unique()}`, monthly_price: 4.5, ...given }
}

/** A lead with a company of its own unless one is given. */
export async function newOpportunity(given: Given<'opportunities'> = {}): Promise<NewRow<'opportunities'>> {
  const companyId = given.company_id ?? (await insertRow('companies', await newCompany())).id
  return { id: newId(), name: `Second location ${unique()}`, amount: 1200, ...given, company_id: companyId }
}

/** A line, with a new opportunity by default. */
export async function newOpportunityItem(
  given: Given<'opportunity_items'> = {},
): Promise<NewRow<'opportunity_items'>> {
  const opportunityId = given.opportunity_id ?? (await insertRow('opportunities', await newOpportunity())).id
  const serviceId = given.service_id ?? (await insertRow('services', await newService())).id
  return {
    id: newId(),
    quantity: 3,
    monthly_price: 22,
    ...given,
    opportunity_id: opportunityId,
    service_id: serviceId,
  }
}

/** The subject of a note or task: a new opportunity by default. */
async function subjectOf<Table extends 'notes' | 'tasks'>(given: Given<Table>): Promise<Given<Table>> {
  if (given.company_id || given.opportunity_id || given.tenant_id) return given
  return { ...given, opportunity_id: (await insertRow('opportunities', await newOpportunity())).id }
}

/** A note, about an opportunity of its own by default. */
export async function newNote(given: Given<'notes'> = {}): Promise<NewRow<'notes'>> {
  return { id: newId(), body: 'Wants the phones before the move.', ...(await subjectOf<'notes'>(given)) }
}

/** An open task that nobody has yet, about an opportunity of its own by default. */
export async function newTask(given: Given<'tasks'> = {}): Promise<NewRow<'tasks'>> {
  return { id: newId(), name: 'Call back about the quote', ...(await subjectOf<'tasks'>(given)) }
}

/** A draft of a quote, of an opportunity of its own by default. */
export async function newQuote(given: Given<'quotes'> = {}): Promise<NewRow<'quotes'>> {
  const opportunityId = given.opportunity_id ?? (await insertRow('opportunities', await newOpportunity())).id
  return { id: newId(), ...given, opportunity_id: opportunityId }
}

/** A completed provisioning run. */
export async function newProvisioningRun(
  given: Given<'provisioning_runs'> = {},
): Promise<NewRow<'provisioning_runs'>> {
  const opportunityId = given.opportunity_id ?? (await insertRow('opportunities', await newOpportunity())).id
  return { id: newId(), plan: {}, sold: {}, made: {}, ...given, opportunity_id: opportunityId }
}

/** A phone in stock. */
export async function newStockItem(given: Given<'inventory'> = {}): Promise<NewRow<'inventory'>> {
  return {
    id: newId(),
    name: 'Desk phone',
    asset_tag: `T-${unique()}`,
    serial: unique(),
    mac: uniqueMac(),
    ...given,
  }
}

/** The stock minimum of a new model. */
export async function newStockMinimum(
  given: Given<'stock_minimums'> = {},
): Promise<NewRow<'stock_minimums'>> {
  return { id: newId(), model: `T-${unique()}`, minimum: 5, ...given }
}
