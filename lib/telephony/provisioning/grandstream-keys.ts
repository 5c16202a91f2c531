import type { KeyType, PhoneConfiguration, PhoneKey } from './configuration'
import { type Entries, family } from './grandstream-accounts'

// Key functions and their numbers.
const FUNCTIONS: Record<Exclude<KeyType, 'line'>, number> = {
  none: -1,
  speed_dial: 0,
  blf: 1,
  transfer: 8,
  // MonitoredCallPark: CallPark, 9, has no lamp.
  park: 16,
}
// Keys beside the screen can also be lines. GXP21xx number everything else from ten.
const LINES = { GRP: { own: 31, others: 0 }, GXP: { own: 0, others: 10 } }

/** The parameters of a key; none for expansion modules, which no supported model has. */
export function keyEntries(key: PhoneKey, { model }: PhoneConfiguration): Entries {
  const kind = family(model)
  const at = keyParameters(key)
  if (!at || kind === 'adapter' || kind === 'base') return []
  const codes = LINES[kind]
  if (key.type === 'none') return [[`P${at.type}`, FUNCTIONS.none]]
  const code =
    key.type === 'line' ? codes.own : FUNCTIONS[key.type] + (key.category === 'line' ? codes.others : 0)
  return [
    [`P${at.type}`, code],
    [`P${at.account}`, key.line - 1],
    [`P${at.label}`, key.label],
    [`P${at.value}`, key.value],
  ]
}

interface KeyParameters {
  type: number
  account: number
  label: number
  value: number
}

// Added over several generations of phones: keys beside the screen up to the 6th and from the 7th, labeled ones up to the 7th, the
// 18th and the 24th.
function keyParameters({ category, position }: PhoneKey): KeyParameters | undefined {
  const row = (first: number): KeyParameters => ({
    type: first,
    account: first + 1,
    label: first + 2,
    value: first + 3,
  })
  if (category === 'expansion') return undefined
  if (category === 'line') {
    if (position > 6) return row(23_800 + (position - 7) * 4)
    const step = (position - 1) * 2
    return { type: 1363 + step, account: 1364 + step, label: 1465 + step, value: 1466 + step }
  }
  if (position > 18) return row(1440 + (position - 19) * 4)
  if (position > 7) return row(353 + (position - 8) * 4)
  const step = (position - 1) * 3
  return { type: 322 + position, account: 301 + step, label: 302 + step, value: 303 + step }
}
