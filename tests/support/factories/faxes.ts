import { tenantOf } from './companies'
import { newSwitch } from './gateways'
import { type Given, insertRow, newId, type NewRow, uniqueNumber } from './row'

/** A fax box without recipients. */
export async function newFaxBox(given: Given<'fax_boxes'> = {}): Promise<NewRow<'fax_boxes'>> {
  return { id: newId(), name: 'Front office', number: '3700', ...given, tenant_id: await tenantOf(given) }
}

/** A fax of two pages, in a box of its own unless it is given. */
export async function newFax(given: Given<'faxes'> = {}): Promise<NewRow<'faxes'>> {
  const tenant_id = await tenantOf(given)
  const box = given.fax_box_id ?? (await insertRow('fax_boxes', await newFaxBox({ tenant_id }))).id
  return {
    id: newId(),
    switch_id: given.switch_id ?? (await insertRow('switches', await newSwitch())).id,
    box: '3700 Front office',
    channel: newId(),
    from_number: uniqueNumber(),
    received_at: new Date(Date.now() - 60_000).toISOString(),
    pages: 2,
    path: `${tenant_id}/${newId()}.pdf`,
    size_bytes: 20_000,
    ...given,
    tenant_id,
    fax_box_id: box,
  }
}
