import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension, aNumber, aRoute } from '@/tests/support/factories/snapshot-rows'
import { ask, dialing, fromPhone, NUMBER } from './routing-helpers'

/** A call from extension 1001. */
export const phone = fromPhone('1001')
/** A tenant whose extension 1001 may dial its other extension and, by four routes, everywhere else. */
export const tenant = (given: GivenSnapshot = {}, extension: Parameters<typeof anExtension>[1] = {}) =>
  snapshotOf({
    extensions: [anExtension('1001', extension), anExtension('1002')],
    dids: [aNumber(NUMBER, { destination_id: 'e1002' }), aNumber('+12075550101')],
    outbound_routes: ['emergency', 'local', 'national', 'international'].map((preset) => aRoute(preset)),
    ...given,
  })
/** The step out of the tenant that a call from 1001 takes. */
export const call = (snapshot: ReturnType<typeof tenant>, digits: string) =>
  ask(snapshot, 'outside', dialing(digits), phone)
