import { tenantOf } from './companies'
import { type Given, newId, type NewRow } from './row'

/** The mail about a 911 call that waits to be sent, with a new tenant by default. */
export async function newMail(given: Given<'mails'> = {}): Promise<NewRow<'mails'>> {
  const id = newId()
  return {
    id,
    kind: 'emergency',
    cause: id,
    recipient: `${id}@customer.example`,
    subject: '911 was dialed',
    body: '911 was dialed.',
    ...given,
    tenant_id: await tenantOf(given),
  }
}
