import type { BulkAction } from '@/components/records/bulk-action'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { DIDS } from '@/lib/supabase/constraints'
import type { Tables } from '@/lib/supabase/database.types'
import { type Asked, askForNumbers, MAX_ASKED, recordAnswers } from '@/lib/telephony/emergency-registration'
import { theseOf } from '@/lib/words'
import { E911Address } from './e911-address'

type NumberRow = Tables<'dids'>

const these = (count: number) => theseOf(count, 'number')

/** What the report calls numbers that the carrier has not registered, or ended, or that it has not answered for. */
const OPEN = 'still open'

/** Resolves to the problems by id. What is left to do by hand, and a rejection that is recorded, go to `open`. */
async function ask(
  rows: readonly NumberRow[],
  asked: Asked,
  open: Map<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>()
  for (const { id, problem, note, rejected } of await askForNumbers(rows, asked)) {
    const left = problem ?? note
    if (left) (problem && !rejected ? problems : open).set(id, left)
  }
  return problems
}

const register: BulkAction<NumberRow> = {
  label: 'Register for 911',
  question: (count) => `Responders go to this address when someone calls 911 from ${these(count)}.`,
  choose: E911Address,
  named: OPEN,
  rowsARequest: MAX_ASKED,
  act: (_supabase, rows, address, _run, open) =>
    ask(rows, { action: 'register', address: address ?? '' }, open),
}

const check: BulkAction<NumberRow> = {
  label: 'Ask the carrier',
  question: (count) => `The carrier’s answer is recorded for ${these(count)}, if it has one.`,
  named: OPEN,
  rowsARequest: MAX_ASKED,
  act: (_supabase, rows, _chosen, _run, open) => ask(rows, { action: 'check' }, open),
}

const confirm: BulkAction<NumberRow> = {
  label: 'Record 911 confirmation',
  question: (count) => `The carrier has confirmed the address of ${these(count)}.`,
  act: (supabase, rows) => recordAnswers(supabase, rows, 'confirmed'),
}

const reject: BulkAction<NumberRow> = {
  label: 'Record 911 rejection',
  danger: true,
  question: (count) => `The carrier has rejected the address of ${these(count)}.`,
  choose: Reason,
  act: (supabase, rows, reason) => recordAnswers(supabase, rows, 'rejected', reason ?? ''),
}

const end: BulkAction<NumberRow> = {
  label: 'End 911 registration',
  danger: true,
  question: (count) =>
    `Dispatchers no longer get an address with 911 calls from ${these(count)}. If the carrier is not connected, end the registration with the carrier too.`,
  named: OPEN,
  rowsARequest: MAX_ASKED,
  act: (_supabase, rows, _chosen, _run, open) => ask(rows, { action: 'end' }, open),
}

/** 911 registration steps for many numbers of a tenant. */
export const e911BulkActions: readonly BulkAction<NumberRow>[] = [register, check, confirm, reject, end]

function Reason({ value, onChange }: { value: string | null; onChange: (reason: string | null) => void }) {
  return (
    <FormRow label="Reason" required>
      <Textarea
        rows={3}
        maxLength={DIDS.e911_reason.maxLength}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value.trim() ? event.target.value : null)}
      />
    </FormRow>
  )
}
