import type { GATEWAYS } from '../supabase/constraints'
import { calledNumber, dialedDigits } from './dialed-number'
import { type GatewayState } from './route-choice'

export type NumberFormat = (typeof GATEWAYS.number_format.choices)[number]

/** The settings of a gateway that determine the number format. */
export interface GatewayFormat {
  /** A NumberFormat; any other is sent as E.164. */
  number_format: string
  /** Digits before every number except short ones. */
  prefix: string
}

/** The columns visible to users who choose a gateway (the view gateway_names). */
export interface KnownGateway extends GatewayFormat, GatewayState {
  id: string
  name: string
}

/** An E.164 number in a gateway's format, without its prefix: used for the caller's number. */
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
 * The number to send to a gateway, given in E.164 or as digits after a route's changes. A number that is neither in the North
 * American plan nor international, such as 911, 411 or a branch office's short number, is sent unchanged.
 */
export function gatewayNumber({ number_format, prefix }: GatewayFormat, number: string): string {
  const digits = dialedDigits(number)
  const called = digits && calledNumber(digits)
  return called?.startsWith('+') ? prefix + inGatewayFormat(number_format, called) : number
}
