import type { Path } from '@/lib/telephony/routing/path'

/** What is sent to gateways on a path, and the number that it reaches. */
export function numbersSent({ stages }: Path): Map<string, string> {
  const sent = new Map<string, string>()
  for (const { step } of stages) {
    const ways =
      step.kind === 'outside'
        ? [{ number: step.number, way: step.way }]
        : step.kind === 'ring'
          ? step.legs.flatMap(({ target }) => (target.kind === 'outside' ? [target] : []))
          : []
    for (const { number, way } of ways) for (const each of way.gateways) sent.set(each.sent, number)
  }
  return sent
}
