import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { callerText } from '@/lib/telephony/simulator/expectation'
import { PHONE_CHOICES, type TestCall } from '@/lib/telephony/simulator/question'
import { describeTestMoment } from '@/lib/telephony/simulator/test-moment'
import { formatDuration } from '@/lib/validation/duration'
import { shownNumber } from '@/lib/validation/phone'

/** A test call as a sentence: `Saturdays at 10:00 AM, anyone outside calls (207) 555-0107; 1001: busy.` */
export function describeCall(snapshot: TenantSnapshot, call: TestCall): string {
  const phones = Object.entries(call.phones).map(
    ([number, choice]) =>
      `${shownNumber(number)}: ${PHONE_CHOICES.find(({ value }) => value === choice)?.label.toLowerCase()}`,
  )
  const more = [
    ...(call.digits.trim() ? [`presses ${call.digits.trim()}`] : []),
    ...phones,
    ...(call.patience === null ? [] : [`waits ${formatDuration(call.patience)}`]),
  ]
  const text = `${describeTestMoment(call.at)}, ${callerText(snapshot, call)} calls ${shownNumber(call.to)}`
  return `${text.charAt(0).toUpperCase()}${[text, ...more].join('; ').slice(1)}.`
}
