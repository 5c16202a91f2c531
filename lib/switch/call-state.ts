import type { Call } from '../telephony/routing/place'
import { decodeValue, encodeValue } from './escape'

/**
 * The call's state as the channel variable CALL. It includes the tenant, so that a call transferred into another
 * tenant's domain carries nothing over.
 */
export function callVariable(call: Call, tenant: string): string {
  return encodeValue({ tenant, call })
}

/** Restores the stored call; undefined unless it is a call of this tenant. */
export function storedCall(text: string, tenant: string): Call | undefined {
  if (text === '') return undefined
  const { tenant: owner, call } = Object(decodeValue(text)) as { tenant?: unknown; call?: unknown }
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
