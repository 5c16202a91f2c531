import { PhoneCall } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { useMember } from '@/hooks/use-member'
import { useMinute } from '@/hooks/use-minute'
import { may } from '@/lib/session/permissions'
import type { Path } from '@/lib/telephony/routing/path'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import {
  connectedOutside,
  endsAt,
  endText,
  linesOf,
  outsideNumbers,
  phonesOf,
  type RingingPhone,
} from '@/lib/telephony/simulator/answer'
import {
  PHONE_CHOICES,
  type PhoneChoice,
  questionOf,
  type TestCall,
} from '@/lib/telephony/simulator/question'
import { formatDuration } from '@/lib/validation/duration'
import { CallCost } from './call-cost'
import { CallFields } from './call-fields'
import { At, STEP_ROW, StepLine } from './step-line'

/** The form of a test call, next to its outcome. */
export function CallTester({
  snapshot,
  call,
  onChange,
  actions,
}: {
  snapshot: TenantSnapshot
  call: TestCall
  onChange: (changes: Partial<TestCall>) => void
  /** Further actions on the outcome. */
  actions?: ReactNode
}) {
  const answer = useAnswer(snapshot, call)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
      <Card title="The call">
        <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
          <CallFields snapshot={snapshot} call={call} lack={answer.lack} onChange={onChange} />
          {answer.path ? (
            <PhoneStates
              phones={phonesOf(answer.path)}
              chosen={call.phones}
              onChange={(phones) => onChange({ phones })}
            />
          ) : null}
        </form>
      </Card>
      {answer.path ? (
        <div className="flex min-w-0 flex-col gap-4">
          <CallAnswer snapshot={snapshot} path={answer.path} />
          {actions}
        </div>
      ) : (
        <EmptyState icon={<PhoneCall size={18} />} title="The call’s path appears here">
          {answer.lack.text}
        </EmptyState>
      )}
    </div>
  )
}

function useAnswer(snapshot: TenantSnapshot, call: TestCall) {
  const now = useMinute()
  return useMemo(() => {
    const asked = questionOf(snapshot, call, now)
    return 'field' in asked
      ? { lack: asked, path: undefined }
      : { path: simulate(snapshot, asked.started, asked.assumptions), lack: undefined }
  }, [snapshot, call, now])
}

/** The simulated behavior of each phone on the path. */
function PhoneStates({
  phones,
  chosen,
  onChange,
}: {
  phones: readonly RingingPhone[]
  chosen: TestCall['phones']
  onChange: (phones: TestCall['phones']) => void
}) {
  function choose(key: string, value: string) {
    const { [key]: _before, ...others } = chosen
    onChange(value === '' ? others : { ...others, [key]: value as PhoneChoice })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-base font-semibold">Phones</legend>
      {phones.length === 0 ? (
        <p className="text-sm text-text-muted">The call reaches no phone.</p>
      ) : (
        phones.map((phone) => (
          <FormRow key={phone.key} label={phone.label}>
            <Select
              options={choicesOf(phone)}
              value={chosen[phone.key] ?? ''}
              onChange={(event) => choose(phone.key, event.target.value)}
            />
          </FormRow>
        ))
      )}
      {Object.keys(chosen).length > 0 ? (
        <Button size="sm" className="self-start" onClick={() => onChange({})}>
          Nobody answers
        </Button>
      ) : null}
    </fieldset>
  )
}

/** The first choice, an empty value, is the default. */
function choicesOf({ confirms, leaves }: RingingPhone) {
  const offered = PHONE_CHOICES.filter(
    ({ value }) => (value !== 'away' || leaves) && (value !== 'unconfirmed' || confirms),
  )
  return [{ value: '', label: leaves ? 'Leaves the tenant' : 'No answer' }, ...offered]
}

const GOOD_ENDS: readonly Path['end']['how'][] = [
  'answered',
  'left the tenant',
  'feature done',
  'joined a room',
  'paged',
  'fax received',
]
const BAD_ENDS: readonly Path['end']['how'][] = ['refused', 'gave up']

/** The outcome of a call: its ending, its steps with reasons, sounds and ringing phones, and its price. */
function CallAnswer({ snapshot, path }: { snapshot: TenantSnapshot; path: Path }) {
  const { how, cause } = path.end
  const lines = linesOf(path)
  const ends = endsAt(path)
  const outside = outsideNumbers(path)
  const { permissions } = useMember()
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <output
        aria-live="polite"
        className={cn(
          'block rounded-lg border px-4 py-3 text-lg font-semibold',
          GOOD_ENDS.includes(how) && 'border-success/35 bg-success-soft',
          BAD_ENDS.includes(how) && 'border-danger/35 bg-danger-soft',
          !GOOD_ENDS.includes(how) && !BAD_ENDS.includes(how) && 'border-info/35 bg-info-soft',
        )}
      >
        {endText(path)}
        {ends > 0 ? ` after ${formatDuration(ends)}` : ''}.
        {cause ? (
          <span className="mt-0.5 block text-sm font-normal">
            The switch gives the cause <span className="code">{cause}</span>.
          </span>
        ) : null}
      </output>
      <Card title="Steps" flush>
        <ol aria-label="Steps" className="divide-y divide-border">
          {lines.map((line, place) => (
            <StepLine key={place} snapshot={snapshot} path={path} line={line} />
          ))}
          <li className={STEP_ROW}>
            <At seconds={ends} />
            <p className="font-medium">{endText(path)}.</p>
          </li>
        </ol>
        {path.rings.length === 0 ? (
          <p className="border-t border-border px-4 py-2.5 text-text-muted">No phone rings.</p>
        ) : null}
      </Card>
      {outside.length > 0 && may(permissions, 'billing') ? (
        <CallCost tenantId={snapshot.tenant.id} numbers={outside} connected={connectedOutside(path)} />
      ) : null}
    </div>
  )
}
