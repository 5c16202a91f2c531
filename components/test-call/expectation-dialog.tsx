import { useMemo, useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import { CALL_EXPECTATIONS as LIMITS } from '@/lib/supabase/constraints'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import {
  type Expectation,
  expectedText,
  type PossibleOutcome,
  possibleOutcomes,
} from '@/lib/telephony/simulator/expectation'
import { saveExpectation } from '@/lib/telephony/simulator/expectation-client'
import { questionOf, type TestCall } from '@/lib/telephony/simulator/question'
import { describeCall } from './describe-call'

const FORM = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(LIMITS.name.maxLength, `At most ${LIMITS.name.maxLength} characters.`),
  station: z.string(),
})

/** Saves a call's outcome as an expectation, or changes one. */
export function ExpectationDialog({
  snapshot,
  question,
  stored,
  onClose,
}: {
  snapshot: TenantSnapshot
  question: TestCall
  /** The expectation to change; null for a new one. */
  stored: Expectation | null
  onClose: () => void
}) {
  const tenantId = snapshot.tenant.id
  const write = useWrite()
  const [id] = useState(() => stored?.id ?? crypto.randomUUID())
  const stations = useMemo(() => offered(snapshot, question, stored), [snapshot, question, stored])
  const { register, errorAt, whenValid, formState, draft } = useValidatedForm(
    FORM,
    { name: stored?.name ?? '', station: '0' },
    { name: `expectation ${stored?.id ?? tenantId}`, version: stored?.version ?? null },
  )
  const save = whenValid(async ({ name, station }) => {
    const expected = stations[Number(station)] ?? stations[0]
    if (!expected) return
    const { outcome, destination } = expected
    const version = stored?.version ?? null
    await write(
      (supabase) =>
        saveExpectation(supabase, tenantId, { id, version }, { name, question, outcome, destination }),
      'Expectation saved',
    )
  })

  return (
    <FormDialog
      title={stored ? 'Edit expectation' : 'Keep as an expectation'}
      description={describeCall(snapshot, question)}
      submitLabel="Save expectation"
      dirty={formState.isDirty}
      draft={draft}
      ready={stations.length > 0}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Name" error={errorAt('name')} required>
        <Input {...register('name')} placeholder="Saturday 10:00 rings the answering service" />
      </FormRow>
      <FormRow
        label="The call"
        hint="It runs again after every configuration change. If a change breaks it, the person who made the change is told."
      >
        <Select
          {...register('station')}
          options={stations.map(({ text }, place) => ({ value: String(place), label: text }))}
        />
      </FormRow>
    </FormDialog>
  )
}

/** The expectation as entered so far, and the call's current outcome. */
function offered(
  snapshot: TenantSnapshot,
  question: TestCall,
  stored: Expectation | null,
): PossibleOutcome[] {
  const asked = questionOf(snapshot, question, Date.now())
  const now =
    'field' in asked ? [] : possibleOutcomes(snapshot, simulate(snapshot, asked.started, asked.assumptions))
  if (!stored) return now
  const { outcome, destination_id } = stored
  const before: PossibleOutcome = {
    outcome,
    destination: destination_id === null ? null : { id: destination_id },
    text: expectedText(snapshot, stored),
  }
  return [before, ...now.filter(({ text }) => text !== before.text)]
}
