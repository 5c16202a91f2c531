import { randomUUID } from 'node:crypto'

/** Values that a test gives for a call; the rest are what a switch would send. */
export interface SwitchCall {
  uuid?: string
  domain?: string
  direction?: string
  from?: string
  fromName?: string
  to?: string
  extension?: string
  /** Milliseconds since 1970. */
  start?: number
  ringSeconds?: number
  /** undefined: never answered. */
  talkSeconds?: number
  /** Seconds from the answer until it is connected with a phone; undefined: never. */
  connectedAfter?: number
  cause?: string
  q850?: number
  variables?: Record<string, string>
}

/** A record as FreeSWITCH's mod_json_cdr writes it, values not encoded. */
export function switchRecord(call: SwitchCall = {}): {
  variables: Record<string, string>
  callflow: unknown[]
} {
  const {
    uuid = randomUUID(),
    domain = 'harbor-lane-dental.pbx.example',
    from = '+12075550123',
    fromName = 'Front office',
    to = '12075550107',
    extension = '1001',
    start = Date.now() - 120_000,
    ringSeconds = 4,
    talkSeconds,
    connectedAfter,
    cause = talkSeconds === undefined ? 'NO_ANSWER' : 'NORMAL_CLEARING',
    q850 = talkSeconds === undefined ? 19 : 16,
  } = call
  const micro = (milliseconds: number) => String(Math.round(milliseconds) * 1000)
  const answer = talkSeconds === undefined ? undefined : start + ringSeconds * 1000
  const end = start + (ringSeconds + (talkSeconds ?? 0)) * 1000
  return {
    variables: {
      uuid,
      direction: 'inbound',
      ...(call.direction ? { call_direction: call.direction } : {}),
      domain_name: domain,
      start_stamp: new Date(start).toISOString().slice(0, 19).replace('T', ' '),
      start_uepoch: micro(start),
      answer_uepoch: answer === undefined ? '0' : micro(answer),
      end_uepoch: micro(end),
      hangup_cause: cause,
      hangup_cause_q850: String(q850),
      last_sent_callee_id_number: extension,
      read_codec: 'PCMU',
      read_rate: '8000',
      rtp_audio_in_mos: '4.41',
      remote_media_ip: '203.0.113.7',
      remote_media_port: '16402',
      ...call.variables,
    },
    callflow: [
      {
        profile_index: '1',
        caller_profile: {
          caller_id_name: fromName,
          caller_id_number: from,
          destination_number: to,
          network_addr: '203.0.113.7',
          context: 'public',
          uuid,
          chan_name: `sofia/external/${from}`,
          originatee: {
            originatee_caller_profiles: [
              { uuid: 'b-leg', destination_number: extension, chan_name: `sofia/internal/${extension}` },
            ],
          },
        },
        times: {
          created_time: micro(start),
          profile_created_time: micro(start),
          progress_time: micro(start + 500),
          answered_time: answer === undefined ? '0' : micro(answer),
          bridged_time:
            answer === undefined || connectedAfter === undefined
              ? '0'
              : micro(answer + connectedAfter * 1000),
          hangup_time: micro(end),
          transfer_time: '0',
        },
      },
    ],
  }
}

/** Like switch_url_encode: %XX for each byte that is unsafe or not printable ASCII. */
export function switchUrlEncode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      const plain = byte > 32 && byte < 127 && !'\r\n #%&+:;<=>?@[\\]^`{|}"'.includes(character)
      return plain ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** The record with the values of its variables URL-encoded, as with the setting encode-values. */
export function withEncodedValues<Switch extends { variables: Record<string, string> }>(
  record: Switch,
): Switch {
  const entries = Object.entries(record.variables).map(([name, value]) => [name, switchUrlEncode(value)])
  return { ...record, variables: Object.fromEntries(entries) }
}

/** The formats in which mod_json_cdr posts a record (setting encode). */
export const POST_FORMS = {
  'application/json': (json: string) => json,
  'application/x-www-form-urlencoded': (json: string) => `cdr=${switchUrlEncode(json)}`,
  'application/x-www-form-base64-encoded': (json: string) => `cdr=${Buffer.from(json).toString('base64')}`,
} as const
