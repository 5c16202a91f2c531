import type { Given, Row } from './given'

/** A gateway for numbers in E.164, named by its id. */
export function aGateway(id: string, given: Given<'gateways'> = {}): Row<'gateways'> {
  return {
    id,
    name: id,
    number_format: 'e164',
    prefix: '',
    caller_id_header: 'p-asserted-identity',
    codecs: null,
    channels: null,
    may_carry_emergency: true,
    enabled: true,
    ...given,
  }
}
