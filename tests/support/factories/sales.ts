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
