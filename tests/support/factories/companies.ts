import { query } from '../database'
import { type Given, insertRow, newId, type NewRow, unique } from './row'

/** A tenant without a company. */
export async function newTenant(given: Given<'tenants'> = {}): Promise<NewRow<'tenants'>> {
  return { id: newId(), domain: `t-${unique()}.pbx.example`, time_zone: 'America/Denver', ...given }
}

/** The given tenant, or a new one. */
export async function tenantOf(given: { tenant_id?: string | null }): Promise<string> {
  return given.tenant_id ?? (await insertRow('tenants', await newTenant())).id
}

/** The version row of a tenant, whose own is deleted first, because every tenant is created with one. */
export async function newTenantVersion(
  given: Given<'tenant_versions'> = {},
): Promise<NewRow<'tenant_versions'>> {
  const tenantId = await tenantOf(given)
  await query('delete from public.tenant_versions where tenant_id = $1', [tenantId])
  return { id: newId(), ...given, tenant_id: tenantId }
}

/** The version of a list that viewers of the inventory see, unless another section is given. */
export async function newListVersion(given: Given<'list_versions'> = {}): Promise<NewRow<'list_versions'>> {
  return { id: newId(), table_name: `list ${unique()}`, sections: ['inventory'], ...given }
}

/** The check result of a tenant (new by default): no problems. */
export async function newTenantCheck(given: Given<'tenant_checks'> = {}): Promise<NewRow<'tenant_checks'>> {
  const tenantId = await tenantOf(given)
  return { id: newId(), ...given, tenant_id: tenantId }
}

/** A problem that staff have accepted, of a new tenant by default. */
export async function newAcceptedProblem(
  given: Given<'accepted_problems'> = {},
): Promise<NewRow<'accepted_problems'>> {
  const tenantId = await tenantOf(given)
  return {
    id: newId(),
    problem_key: `number-unrouted dids ${newId()}`,
    name: 'Calls to (207) 555-0107 are refused: it has no route.',
    note: 'The fax line is set up next week.',
    ...given,
    tenant_id: tenantId,
  }
}

/** Another company's profile beside the one of the demonstration data, which is older and counts. */
export async function newCompanyProfile(
  given: Given<'company_profiles'> = {},
): Promise<NewRow<'company_profiles'>> {
  return { id: newId(), name: `Granite Voice ${unique()}`, ...given }
}

/** A company without a tenant. */
export async function newCompany(given: Given<'companies'> = {}): Promise<NewRow<'companies'>> {
  return { id: newId(), name: `Birch Hollow Printing ${unique()}`, ...given }
}

/**
 * The account row of a company (new by default), whose own is deleted first, because every company is created with
 * one.
 */
export async function newCompanyAccount(
  given: Given<'company_accounts'> = {},
): Promise<NewRow<'company_accounts'>> {
  const id = given.id ?? (await insertRow('companies', await newCompany())).id
  await query('delete from public.company_accounts where id = $1', [id])
  return { ...given, id }
}

/** A company with a tenant, which is stored. */
export async function newTenantCompany(given: Given<'companies'> = {}): Promise<NewRow<'companies'>> {
  const tenantId = given.domain_uuid ?? (await insertRow('tenants', await newTenant())).id
  return newCompany({
    type: 'tenant',
    status: 'active',
    tenant_code: `code-${unique()}`,
    ...given,
    domain_uuid: tenantId,
  })
}

/** A contact, with a new company by default. */
export async function newContact(given: Given<'contacts'> = {}): Promise<NewRow<'contacts'>> {
  const companyId = given.company_id ?? (await insertRow('companies', await newCompany())).id
  return { id: newId(), name: 'Front office', ...given, company_id: companyId }
}

/** Stores a tenant and its company of that name. */
export async function insertTenant(
  name: string,
  given: Given<'tenants'> = {},
  code: string | null = `code-${unique()}`,
) {
  const tenant = await insertRow('tenants', await newTenant(given))
  const company = await insertRow(
    'companies',
    await newTenantCompany({ name, domain_uuid: tenant.id, tenant_code: code }),
  )
  return { tenant, company }
}
