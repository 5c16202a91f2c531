import type { BulkAction } from '@/components/records/bulk-action'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import {
  type Asked,
  askForNumber,
  askForNumbers,
  recordAnswer,
  recordAnswers,
} from '@/lib/telephony/emergency-registration'
import { E911Address } from './e911-address'

type NumberRow = Tables<'dids'>

const these = (count: number) => (count === 1 ? 'this number' : `these ${count} numbers`)

async function ask(rows: readonly NumberRow[], asked: Asked): Promise<ReadonlyMap<string, string>> {
  const outcomes = await askForNumbers(rows, asked)
  return new Map(outcomes.flatMap(({ id, problem }) => (problem ? [[id, problem] as const] : [])))
}

const register: BulkAction<NumberRow> = {
  label: 'Register for 911',
  question: (count) => `Help is sent to this address when 911 is called from ${these(count)}.`,
  choose: E911Address,
  run: (row, address) => askForNumber(row, { action: 'register', address: address ?? '' }),
  runMany: (rows, address) => ask(rows, { action: 'register', address: address ?? '' }),
}

const confirm: BulkAction<NumberRow> = {
  label: 'Record 911 confirmation',
  question: (count) => `The carrier has confirmed the address of ${these(count)}.`,
  run: async (row) => recordAnswer(await getSupabase(), row, { to: 'confirmed' }),
  runMany: async (rows) => recordAnswers(await getSupabase(), rows, 'confirmed'),
}

const reject: BulkAction<NumberRow> = {
  label: 'Record 911 rejection',
  danger: true,
  question: (count) => `The carrier does not send help to the address of ${these(count)}.`,
  choose: Reason,
  run: async (row, reason) =>
    recordAnswer(await getSupabase(), row, { to: 'rejected', reason: reason ?? '' }),
  runMany: async (rows, reason) => recordAnswers(await getSupabase(), rows, 'rejected', reason ?? ''),
}

const end: BulkAction<NumberRow> = {
  label: 'End 911 registration',
  danger: true,
  question: (count) =>
    `Dispatchers no longer get an address with calls from ${these(count)}. Where no carrier is connected, end it with the carrier as well.`,
  run: (row) => askForNumber(row, { action: 'end' }),
  runMany: (rows) => ask(rows, { action: 'end' }),
}

/** The steps of 911 registrations for many numbers of a tenant. */
export const e911BulkActions: readonly BulkAction<NumberRow>[] = [register, confirm, reject, end]

function Reason({ value, onChange }: { value: string | null; onChange: (reason: string | null) => void }) {
  return (
    <FormRow label="Reason" required>
      <Textarea
        rows={3}
        maxLength={500}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value.trim() ? event.target.value : null)}
      />
    </FormRow>
  )
}
