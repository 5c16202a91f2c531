import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { SetupReport } from '@/lib/tenants/setup-report'
import { become } from './database'
import { ADMIN } from './demo-users'
import { unique } from './factories/row'

/** Takes the values of {@link terms}, then the template, the document, whether with extensions, whether dry. */
export const CREATE_FROM = `select public.create_tenant_from(company => $1, domain => $2, tenant_code => $3, time_zone => $4,
  extension_limit => $5, id => $6, template => $7, configuration => $8, with_extensions => $9, dry_run => $10) as report`

/** The configuration of a tenant, given its id. */
export const EXPORT = 'select public.tenant_configuration($1) as document'

/** The demo tenant with records of every kind. */
export const TEMPLATE = `select domain_uuid as id from public.companies where name = 'Harbor Lane Dental'`

/** A company without a tenant. */
export async function newCompany(client: pg.Client, status = 'prospect'): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "insert into public.companies (name, status) values ('Newcomer', $1) returning id",
    [status],
  )
  return rows[0]?.id ?? ''
}

/** Values of a new tenant: company, domain, code, time zone, seats, id. */
export const terms = (company: string, seats = 50) => {
  const code = `new-${unique().toLowerCase()}`.slice(0, 32)
  return [company, `${code}.pbx.example`, code, 'America/Denver', seats, randomUUID()] as const
}

/** Creates a tenant from the demo one or from a document, as an admin. */
export async function made(
  client: pg.Client,
  { withExtensions = true, dryRun = false, seats = 50, configuration = null as unknown } = {},
) {
  const { rows } = await client.query<{ id: string }>(TEMPLATE)
  const template = rows[0]?.id ?? ''
  const company = await newCompany(client)
  const given = terms(company, seats)
  await become(client, ADMIN)
  const values = [...given, configuration ? null : template, configuration, withExtensions, dryRun]
  const answer = await client.query<{ report: SetupReport }>(CREATE_FROM, values)
  const report = answer.rows[0]?.report
  if (!report) throw new Error('no report')
  return { report, template, id: given[5], company, values }
}
