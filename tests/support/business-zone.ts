import type pg from 'pg'

/** Moves the company to a time zone for the rest of the transaction, which must be rolled back: its profile is one row for all tests. */
export async function moveCompany(client: pg.Client, zone: string): Promise<void> {
  await client.query(
    `update public.company_profiles set time_zone = $1
     where id = (select p.id from public.company_profiles p order by p.created_at, p.id limit 1)`,
    [zone],
  )
}

/** The same to a zone where it is another day than in UTC. */
export async function moveToAnotherDay(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hour: number }>(
    "select extract(hour from now() at time zone 'UTC')::int as hour",
  )
  await moveCompany(client, (rows[0]?.hour ?? 0) >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12')
}

/** A time zone in which it is about noon, so that minutes ago and from now are today. */
export function zoneAtNoon(): string {
  const west = new Date().getUTCHours() - 12
  return `Etc/GMT${west < 0 ? '' : '+'}${west}`
}
