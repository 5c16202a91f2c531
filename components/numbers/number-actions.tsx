import { TenantChoice } from '@/components/common/tenant-choice'
import type { BulkAction } from '@/components/records/bulk-action'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { refusalOfMessage } from '@/lib/supabase/refusal'

type NumberRow = Tables<'dids'>

const AGING = [
  { value: '90', label: '90 days' },
  { value: '30', label: '30 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'A year' },
  { value: '0', label: 'Not at all: available at once' },
]

/** Takes a number from its tenant; it ages for so many days. Refused while it is in use, with the use named. */
export async function releaseNumber(row: NumberRow, days: number): Promise<void> {
  const asked = { did: row.id, expected_version: row.version, aging_days: days }
  dataOf(await (await getSupabase()).rpc('release_number', asked))
}

/** Gives each selected number to a tenant. */
export const assignToTenant: BulkAction<NumberRow> = {
  label: 'Assign to a tenant',
  question: (count) =>
    `${count === 1 ? 'This number goes' : `These ${count} numbers go`} to the tenant, to be routed there. What another tenant uses stays there and is named.`,
  choose: TenantChoice,
  async run(row, tenant) {
    const asked = { did: row.id, expected_version: row.version, tenant: tenant ?? '' }
    dataOf(await (await getSupabase()).rpc('assign_number', asked))
  },
  async runMany(rows, tenant) {
    const asked = { chosen: seen(rows), tenant: tenant ?? '' }
    return problemsOf(dataOf(await (await getSupabase()).rpc('assign_numbers', asked)))
  },
}

/** Takes each selected number from its tenant. */
export const release: BulkAction<NumberRow> = {
  label: 'Release',
  danger: true,
  question: (count) =>
    `${count === 1 ? 'This number leaves' : `These ${count} numbers leave`} the tenant. What is routed, registered for 911, or used as a caller ID stays and is named. End 911 registrations first.`,
  choose: AgingChoice,
  run: (row, days) => releaseNumber(row, Number(days)),
  async runMany(rows, days) {
    const asked = { chosen: seen(rows), aging_days: Number(days) }
    return problemsOf(dataOf(await (await getSupabase()).rpc('release_numbers', asked)))
  },
}

const seen = (rows: readonly NumberRow[]) => rows.map(({ id, version }) => ({ id, version }))

const problemsOf = (answer: readonly { did: string; problem: string | null }[]) =>
  new Map(
    answer.flatMap(({ did, problem }) =>
      problem ? [[did, refusalOfMessage(problem).message] as const] : [],
    ),
  )

function AgingChoice({ value, onChange }: { value: string | null; onChange: (days: string | null) => void }) {
  return (
    <FormRow label="Let it age for" hint="Until then it is not given out again." required>
      <Select
        value={value ?? ''}
        placeholder="Choose how long"
        options={AGING}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </FormRow>
  )
}
