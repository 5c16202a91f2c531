import dynamic from 'next/dynamic'
import { Fragment, useId, useState } from 'react'
import { DialedInput } from '@/components/common/dialed-input'
import { ReferenceSelect } from '@/components/common/reference-select'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { FormRow } from '@/components/ui/form-row'
import { latePart } from '@/components/ui/late-code'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { type OutboundPlan, useDialingExtension } from '@/hooks/use-outbound-routes'
import { recordOf } from '@/lib/resources/kinds'
import { dialedDigits } from '@/lib/telephony/dialed-number'
import { isEmergency } from '@/lib/telephony/emergency-number'
import { gatewayNumber } from '@/lib/telephony/gateway-number'
import { PHONE_CLASSES, type PhoneClass } from '@/lib/telephony/outbound'
import {
  emergencyDialed,
  gatewaysTried,
  type RouteTest,
  testEmergency,
  testRoutes,
  type Verdict,
} from '@/lib/telephony/route-choice'
import { shownNumber } from '@/lib/validation/phone'
import type { DialedFromExtensionProps } from './dialed-from-extension'

const DialedFromExtension = dynamic<DialedFromExtensionProps>(
  () => import('./dialed-from-extension').then((module) => module.DialedFromExtension),
  { loading: latePart(<Skeleton className="h-5 w-56" />) },
)

const EXTENSION = recordOf('extensions')

const VERDICTS: Record<Verdict, { text: string; tone: Tone }> = {
  taken: { text: 'Takes the call', tone: 'success' },
  off: { text: 'Switched off', tone: 'warning' },
  'other numbers': { text: 'For other numbers', tone: 'neutral' },
  'class not allowed': { text: 'Not allowed for this phone', tone: 'danger' },
  'no gateway': { text: 'None of its gateways can carry it', tone: 'danger' },
  'not reached': { text: 'Also matches, but comes later', tone: 'neutral' },
}

/** Outcomes of routes that would take the call except for one reason. */
const HELD: readonly Verdict[] = ['off', 'class not allowed', 'no gateway']

/** Tests a number and phone: the route that takes the call, what is sent, and why others do not. */
export function TestNumber({ plan, from }: { plan: OutboundPlan; from?: string }) {
  const [typed, setTyped] = useState('')
  // Phones show the routes first.
  const [open, setOpen] = useState(from !== undefined)
  const [extensionId, setExtensionId] = useState<string | null>(from ?? null)
  const [chosenClass, setChosenClass] = useState<PhoneClass | ''>('')
  const extension = useDialingExtension(extensionId)
  // Shows nothing until the extension's toll class is known.
  const waiting = extensionId !== null && !extension.data
  const phoneClass = extension.data?.toll_class ?? chosenClass
  const resultId = useId()
  const dialed = dialedDigits(typed)
  const emergency = dialed && emergencyDialed(plan.routes, dialed, plan.areaCode)
  const { areaCode } = plan
  const test =
    dialed === undefined || waiting
      ? undefined
      : emergency
        ? testEmergency(plan.routes, emergency, dialed, plan.gateways, areaCode)
        : testRoutes(plan.routes, dialed, plan.gateways, { areaCode, phoneClass: phoneClass || undefined })

  return (
    <Card
      title="Test a number"
      flush
      className={open ? undefined : 'max-sm:border-b-0'}
      actions={
        <Button size="sm" className="sm:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
          <span className="sr-only"> the test of a number</span>
        </Button>
      }
    >
      <div className={cn('p-4', !open && 'max-sm:hidden')}>
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-[14rem_14rem_12rem_minmax(0,1fr)]">
          <DialedInput label="Dialed" value={typed} onChange={setTyped} resultId={resultId} />
          <FormRow label="From the extension">
            <ReferenceSelect
              to={EXTENSION}
              value={extensionId}
              onChange={setExtensionId}
              noneLabel="Any phone"
            />
          </FormRow>
          <FormRow label="From a phone that may dial">
            <Select
              placeholder="Anything"
              options={PHONE_CLASSES.map((value) => ({
                value,
                label: value === 'internal' ? 'Extensions only' : `Up to ${value}`,
              }))}
              disabled={extensionId !== null}
              value={phoneClass}
              onChange={(event) => setChosenClass(event.target.value as PhoneClass | '')}
            />
          </FormRow>
          <div id={resultId} role="status" className="min-w-0 sm:max-xl:col-span-2 xl:pt-6">
            {test ? (
              <>
                {emergency && emergency !== dialed ? (
                  <p>
                    A route makes {emergency} of {dialed}, so it is an emergency call unless it is an internal
                    number.
                  </p>
                ) : null}
                {extensionId !== null && dialed !== undefined ? (
                  <DialedFromExtension extensionId={extensionId} digits={dialed}>
                    {(callerId) => <Result test={test} plan={plan} callerId={callerId} />}
                  </DialedFromExtension>
                ) : (
                  <Result test={test} plan={plan} />
                )}
              </>
            ) : (
              <p className="text-sm text-text-muted">
                Shows the route that takes the call, and what it sends.
              </p>
            )}
          </div>
        </div>
        {test ? (
          <details className="mt-3 text-sm">
            <summary className="cursor-pointer text-text-muted">Result for each route</summary>
            <ol className="mt-2 flex flex-col divide-y divide-border">
              {test.verdicts.map(({ route, verdict }) => (
                <li key={route.id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
                  <span>
                    <span className="numeric mr-2 text-text-muted">{route.position}</span>
                    {route.name}
                  </span>
                  <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].text}</Badge>
                </li>
              ))}
            </ol>
          </details>
        ) : null}
      </div>
    </Card>
  )
}

function Result({
  test: { winner, sent, digits, verdicts },
  plan,
  callerId,
}: {
  test: RouteTest
  plan: OutboundPlan
  /** What a call of the chosen extension is sent with, null if it is anonymous; undefined without one. */
  callerId?: string | null
}) {
  if (!winner) {
    const held = verdicts.find(({ verdict }) => HELD.includes(verdict))
    return (
      <p>
        <strong className="font-medium text-danger-text">The call does not leave.</strong>{' '}
        {held
          ? `${held.route.name} matches ${digits}: ${VERDICTS[held.verdict].text.toLowerCase()}.`
          : `No route matches ${digits}.`}
      </p>
    )
  }
  return (
    <p>
      <strong className="font-medium">{winner.name}</strong> sends{' '}
      {gatewaysTried(winner, digits, plan.gateways)
        .flatMap((id) => plan.gateways.get(id) ?? [])
        .map((gateway, place) => (
          <Fragment key={gateway.id}>
            {place > 0 ? ', then ' : null}
            <span className="code">{gatewayNumber(gateway, sent ?? digits)}</span> to{' '}
            <span className="code">{gateway.name}</span>
          </Fragment>
        ))}
      {callerId === null ? (
        <>
          ,{' '}
          <strong className="font-medium text-danger-text">
            without a caller ID:{' '}
            {isEmergency(digits) ? `${digits} cannot call back` : 'the call is anonymous'}.
          </strong>
        </>
      ) : (
        `, as ${callerId ? shownNumber(callerId) : callerIdOfAny(winner, digits, plan)}.`
      )}
    </p>
  )
}

/** The caller ID of a call from any extension. As in wayOut: whoever answers 911 is told the number of the phone, not of the route. */
function callerIdOfAny(
  { caller_id_did_id: routes }: NonNullable<RouteTest['winner']>,
  digits: string,
  { numbers, callerId }: OutboundPlan,
): string {
  if (isEmergency(digits)) return 'the extension’s emergency caller ID'
  const number = routes ? numbers.get(routes) : undefined
  if (number) return shownNumber(number)
  return callerId ? `the extension’s caller ID, else ${shownNumber(callerId)}` : 'the extension’s caller ID'
}
