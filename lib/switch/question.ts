import type { Cause, Place } from '../telephony/routing/place'
import type { Reason } from '../telephony/routing/reason'
import { decodeValue, encodeValue } from './escape'

/**
 * A dialplan request: where a call continues, or the result of what happened at a place. It is encoded in the extension to which a
 * call is transferred, so the switch keeps no other state.
 */
export type Question =
  | { asks: 'place'; place: Place }
  /** Nobody answered; the channel's disposition says why. */
  | { asks: 'rung'; place: Place }
  /** No gateway took an emergency call. */
  | { asks: 'failed'; place: Place }
  /** The switch has reported its state of a queue: QUEUE_LOADED and QUEUE_TIERS. */
  | { asks: 'readied'; place: Place }
  /** The wait in a queue has ended. */
  | { asks: 'waited'; place: Place }
  /** Nobody picked up the call that an extension's phone parked, or there was no free space. */
  | { asks: 'parked'; place: Place; by: string | null }
  /** A menu waited for a choice, which is in PRESSED. Counts earlier invalid choices and timeouts. */
  | { asks: 'pressed'; place: Place; failures: number; timeouts: number }
  /** A PIN was requested, which is in PIN. Counts earlier wrong ones. */
  | { asks: 'pin'; place: Place; failures: number }

const PLAIN = /[A-Za-z0-9+*#_-]/
const encoded = (text: string) =>
  [...text].map((letter) => (PLAIN.test(letter) ? letter : hexadecimal(letter))).join('')
const hexadecimal = (letter: string) =>
  [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Encodes a request as an extension: `destination.<id>`, `rung.destination.<id>`. Unlike any phone number or feature code. */
export function extensionOf(question: Question): string {
  const place = placeToken(question.place)
  switch (question.asks) {
    case 'place':
      return place
    case 'rung':
    case 'failed':
    case 'readied':
    case 'waited':
      return `${question.asks}.${place}`
    case 'parked':
      return `parked.${encoded(question.by ?? '')}.${place}`
    case 'pressed':
      return `pressed.${question.failures}.${question.timeouts}.${place}`
    case 'pin':
      return `pin.${question.failures}.${place}`
  }
}

function placeToken(place: Place): string {
  switch (place.at) {
    case 'number':
      return `number.${encoded(place.number)}`
    case 'dialed':
      return `dialed.${encoded(place.digits)}`
    case 'destination':
      return `destination.${encoded(place.id)}`
    case 'voicemail':
      return `voicemail.${encoded(place.extensionId)}`
    case 'end':
      return `end.${encodeValue({ cause: place.cause, because: place.because })}`
  }
}

/** Decodes the request in an extension; undefined for a dialed number. */
export function questionOf(extension: string): Question | undefined {
  const parts = extension.split('.')
  switch (parts[0]) {
    case 'rung':
    case 'failed':
    case 'readied':
    case 'waited': {
      const place = placeOf(parts.slice(1))
      return place && { asks: parts[0], place }
    }
    case 'parked': {
      const place = placeOf(parts.slice(2))
      return place && { asks: 'parked', place, by: decoded(parts[1] ?? '') || null }
    }
    case 'pressed': {
      const [failures, timeouts] = [countOf(parts[1]), countOf(parts[2])]
      const place = placeOf(parts.slice(3))
      if (!place || failures === undefined || timeouts === undefined) return undefined
      return { asks: 'pressed', place, failures, timeouts }
    }
    case 'pin': {
      const failures = countOf(parts[1])
      const place = placeOf(parts.slice(2))
      return place && failures !== undefined ? { asks: 'pin', place, failures } : undefined
    }
    default: {
      const place = placeOf(parts)
      return place && { asks: 'place', place }
    }
  }
}

function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,2}$/.test(text) ? Number(text) : undefined
}

function placeOf([at, token, ...rest]: readonly string[]): Place | undefined {
  const text = token === undefined || rest.length > 0 ? undefined : decoded(token)
  if (text === undefined || text === '') return undefined
  switch (at) {
    case 'number':
      return { at, number: text }
    case 'dialed':
      return { at, digits: text }
    case 'destination':
      return { at, id: text }
    case 'voicemail':
      return { at, extensionId: text }
    case 'end':
      return endOf(decodeValue(text))
    default:
      return undefined
  }
}

function endOf(value: unknown): Place | undefined {
  const { cause, because } = Object(value) as { cause?: unknown; because?: unknown }
  if (typeof cause !== 'string' || !/^[A-Z_]+$/.test(cause)) return undefined
  const { why, record } = Object(because) as { why?: unknown; record?: unknown }
  if (typeof why !== 'string' || typeof record !== 'object' || record === null) return undefined
  return { at: 'end', cause: cause as Cause, because: because as Reason }
}
