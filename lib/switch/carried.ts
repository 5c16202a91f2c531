import type { Call } from '../telephony/routing/place'
import { packed, unpacked } from './plain'

/**
 * What a call carries, in the channel variable `trunkline_call`. The tenant stands in it: a call that is sent into another
 * tenant's domain brings nothing along.
 */
export function callVariable(call: Call, tenant: string): string {
  return packed({ tenant, call })
}

/** The call as it was stored; undefined for anything but a call of this tenant. */
export function storedCall(text: string, tenant: string): Call | undefined {
  if (text === '') return undefined
  const { tenant: owner, call } = Object(unpacked(text)) as { tenant?: unknown; call?: unknown }
  return owner === tenant && isCall(call) ? call : undefined
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

const CALL = { number: isText, name: isText, extensionId: isTextOrNull, draw: isCount } as const
const CARRIED = {
  didId: isTextOrNull,
  namePrefixes: areTexts,
  distinctiveRing: isText,
  holdMusicId: isTextOrNull,
  record: (value: unknown) => typeof value === 'boolean',
  accountCode: isText,
  divertedBy: isTextOrNull,
  visited: areTexts,
  hops: isCount,
} satisfies Record<keyof Call['carried'], (value: unknown) => boolean>

function isCall(value: unknown): value is Call {
  const call = Object(value) as Record<string, unknown>
  const carried = Object(call.carried) as Record<string, unknown>
  return (
    Object.entries(CALL).every(([name, fits]) => fits(call[name])) &&
    Object.entries(CARRIED).every(([name, fits]) => fits(carried[name]))
  )
}
