import { newCompany } from './companies'
import { type Given, insertRow, type NewRow, newId, unique, uniqueMac } from './row'

/** A service of the catalogue. */
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

/** A note about an opportunity of its own unless one is given. */
export async function newOpportunityNote(
  given: Given<'opportunity_notes'> = {},
): Promise<NewRow<'opportunity_notes'>> {
  const opportunityId = given.opportunity_id ?? (await insertRow('opportunities', await newOpportunity())).id
  return { id: newId(), body: 'Wants the phones before the move.', ...given, opportunity_id: opportunityId }
}

/** A plan that has been run. */
export async function newProvisioningRun(
  given: Given<'provisioning_runs'> = {},
): Promise<NewRow<'provisioning_runs'>> {
  const opportunityId = given.opportunity_id ?? (await insertRow('opportunities', await newOpportunity())).id
  return { id: newId(), plan: {}, made: {}, ...given, opportunity_id: opportunityId }
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

/** How many of a model of its own should be in stock. */
export async function newStockMinimum(
  given: Given<'stock_minimums'> = {},
): Promise<NewRow<'stock_minimums'>> {
  return { id: newId(), model: `T-${unique()}`, minimum: 5, ...given }
}
