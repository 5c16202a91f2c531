import { query } from '../database'
import { tenantOf } from './companies'
import { type Given, insertRow, newId, type NewRow, uniqueMac, uniqueNumber } from './row'

/** A number without a tenant. */
export async function newFreeNumber(given: Given<'dids'> = {}): Promise<NewRow<'dids'>> {
  return { id: newId(), number: uniqueNumber(), ...given }
}

/** A number assigned to a tenant, one of its own unless one is given. */
export async function newTenantNumber(given: Given<'dids'> = {}): Promise<NewRow<'dids'>> {
  return newFreeNumber({ status: 'assigned', ...given, tenant_id: await tenantOf(given) })
}

/** An extension, with a new tenant by default. */
export async function newExtension(given: Given<'extensions'> = {}): Promise<NewRow<'extensions'>> {
  return {
    id: newId(),
    extension: '2001',
    effective_caller_id_name: 'Night desk',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

let targets = 0

/** A target that rings with an extension, with a new tenant by default. */
export async function newFollowMe(
  given: Given<'extension_follow_me'> = {},
): Promise<NewRow<'extension_follow_me'>> {
  const tenant_id = await tenantOf(given)
  const of = (extension: string) => newExtension({ tenant_id, extension })
  const extension_id = given.extension_id ?? (await insertRow('extensions', await of('2001'))).id
  const target_destination_id =
    given.target_destination_id ?? (await insertRow('extensions', await of(String(3000 + targets++)))).id
  return { id: newId(), position: 1, ...given, tenant_id, extension_id, target_destination_id }
}

/** A device, with a new tenant by default. */
export async function newDevice(given: Given<'devices'> = {}): Promise<NewRow<'devices'>> {
  return { id: newId(), mac: uniqueMac(), label: 'Lobby phone', ...given, tenant_id: await tenantOf(given) }
}

/** An external number as a destination, with a new tenant by default. */
export async function newDestination(given: Given<'destinations'> = {}): Promise<NewRow<'destinations'>> {
  return { id: newId(), kind: 'external', number: uniqueNumber(), ...given, tenant_id: await tenantOf(given) }
}

/** The group pickup code of a tenant, whose own is deleted first, because every tenant is created with all codes. */
export async function newFeatureCode(given: Given<'feature_codes'> = {}): Promise<NewRow<'feature_codes'>> {
  const row = { id: newId(), feature: 'group_pickup', name: 'Group pickup', code: '*8', ...given }
  const tenantId = await tenantOf(given)
  await query('delete from public.feature_codes where tenant_id = $1 and feature = $2', [
    tenantId,
    row.feature,
  ])
  return { ...row, tenant_id: tenantId }
}

/** A claim of a number by a record that need not exist. */
export async function newNumberClaim(given: Given<'number_plan'> = {}): Promise<NewRow<'number_plan'>> {
  return {
    id: newId(),
    number: '7900',
    kind: 'ring_groups',
    record_id: newId(),
    column_name: 'number',
    name: 'Front desk',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A secret of a record that need not exist. */
export async function newSecret(given: Given<'secrets'> = {}): Promise<NewRow<'secrets'>> {
  return {
    id: newId(),
    owner_table: 'extensions',
    owner_id: newId(),
    field: 'voicemail_pin',
    // With the key of the other tests' secrets: servers take the key of most of them for theirs.
    sealed: 'test.Abcdefghij0123456789Abcdefghij0123456789',
    proof: null,
    ...given,
    tenant_id: await tenantOf(given),
  }
}
