import type { GATEWAYS } from '../supabase/constraints'
import { calledNumber, dialedDigits, type GatewayState } from './outbound'

export type NumberFormat = (typeof GATEWAYS.number_format.choices)[number]

/** The parts of a gateway that decide what is sent to it. */
export interface GatewayFormat {
  /** A NumberFormat; any other is sent as E.164. */
  number_format: string
  /** Digits before every number but the short ones. */
  prefix: string
}

/** What those see of a gateway who may choose one (the view gateway_names). */
export interface KnownGateway extends GatewayFormat, GatewayState {
  id: string
  name: string
}

/** An E.164 number in a gateway's format, without its prefix: what it is shown as the caller's number. */
export function inGatewayFormat(format: string, e164: string): string {
  const international = e164.startsWith('+1') ? undefined : `011${e164.slice(1)}`
  switch (format as NumberFormat) {
    case 'e164_without_plus':
      return e164.slice(1)
    case 'national':
      return international ?? e164.slice(2)
    case 'national_with_1':
      return international ?? e164.slice(1)
    default:
      return e164
  }
}

/**
 * What is sent to a gateway for a number, E.164 or digits as a route leaves them. What is no number of the North American plan and
 * no international one, such as 911, 411 or the short numbers of a branch office, is sent unchanged.
 */
export function gatewayNumber({ number_format, prefix }: GatewayFormat, number: string): string {
  const digits = dialedDigits(number)
  const called = digits === undefined ? number : calledNumber(digits)
  return called.startsWith('+') && digits !== undefined
    ? prefix + inGatewayFormat(number_format, called)
    : number
}
