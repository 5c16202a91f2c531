// Measures the import of 5,000 numbers as the dialog sends it: through the API, signed in as a superadmin, compared with
// importing the same rows one at a time. Usage: npm run bench:imports, with the backend of LOCAL_DATA_DIR running; the
// numbers are deleted again.
import { chunk } from 'es-toolkit/array'
import { connected, signedIn } from './support/backend.ts'

const ROWS = 5_000
const ROWS_A_REQUEST = 1_000
const REFUSED = 40
const SINGLE_ROWS = 200
/** The area code of the Northern Mariana Islands, which the demo data do not use. */
const AREA = '+1670'

const { client } = await signedIn('superadmin')

type Row = { number: string; carrier: string; monthly_cost: number; status: string }
const rows: Row[] = Array.from({ length: ROWS }, (_, index) => ({
  number: `${AREA}${2_000_000 + index}`,
  carrier: 'Carrier',
  monthly_cost: 1.25,
  status: 'available',
}))
const step = ROWS / REFUSED
const withErrors = rows.map((row, index) => (index % step === 0 ? { ...row, monthly_cost: -1 } : row))

async function importing(part: readonly Row[], dry_run: boolean): Promise<Record<string, number>> {
  const { data, error: failed } = await client.rpc('import_records', {
    target_table: 'dids',
    tenant: null as unknown as string,
    key_columns: ['number'],
    rows: [...part],
    dry_run,
  })
  if (failed) throw failed
  const outcomes: Record<string, number> = {}
  for (const { outcome } of data) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  return outcomes
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

async function removeNumbers(): Promise<void> {
  const database = await connected()
  await database.query(`delete from public.dids where number like '${AREA}%'`)
  await database.end()
}

/** Imports the rows, of an applied import the first few one at a time, and prints what 5,000 take and the ratio of the two ways. */
async function measure(
  name: string,
  all: readonly Row[],
  { dryRun, expect }: { dryRun: boolean; expect: Record<string, number> },
): Promise<void> {
  const singles = dryRun ? [] : all.slice(0, SINGLE_ROWS)
  const rest = all.slice(singles.length)
  const singly = await seconds(async () => {
    for (const row of singles) await importing([row], false)
  })
  const outcomes: Record<string, number> = {}
  const together = await seconds(async () => {
    for (const part of chunk(rest, ROWS_A_REQUEST))
      for (const [outcome, count] of Object.entries(await importing(part, dryRun)))
        outcomes[outcome] = (outcomes[outcome] ?? 0) + count
  })
  for (const [outcome, count] of Object.entries(expect)) {
    if (outcomes[outcome] !== count - singles.length) throw new Error(`${name}: ${JSON.stringify(outcomes)}`)
  }
  const ratio =
    singles.length > 0 ? `${(singly / singles.length / (together / rest.length)).toFixed(0)}×` : ''
  console.log(`| ${name} | ${((together * all.length) / rest.length).toFixed(2)} | ${ratio} |`)
}

console.log(`| ${ROWS.toLocaleString('en')} numbers | seconds | one at a time |`)
console.log('| --- | ---: | ---: |')
await removeNumbers()
try {
  await measure('dry run, all new', rows, { dryRun: true, expect: { insert: ROWS } })
  await measure(`dry run, ${REFUSED} rows refused`, withErrors, { dryRun: true, expect: { error: REFUSED } })
  await measure('applied', rows, { dryRun: false, expect: { insert: ROWS } })
  await measure('applied again, nothing changes', rows, { dryRun: false, expect: { unchanged: ROWS } })
  const dearer = rows.map((row) => ({ ...row, monthly_cost: 1.5 }))
  await measure('applied, every row changed', dearer, { dryRun: false, expect: { update: ROWS } })
} finally {
  await removeNumbers()
}
