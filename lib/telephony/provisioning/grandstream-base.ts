import type { PhoneConfiguration } from './configuration'
import { codecEntries, type Entries, proxyText, SRTP, TRANSPORTS } from './grandstream-accounts'
import { phoneModel } from './models'
import type { PhoneSettings } from './phone-settings'

// Grandstream, DP750 configuration template: accounts share the server settings of a profile, here the first.
const PROFILE = {
  codecs: [57, 58, 59, 60, 61, 62, 46, 98],
  codecNumbers: { PCMU: 0, PCMA: 8, G722: 9, G729: 18 },
}
const USER = 4060
const AUTH = 4090
const PASSWORD = 4120
const OF_PROFILE = 4150
const NAME = 4180
// Parameters of a handset's ten lines; the fourth and fifth were added later.
const HANDSET_LINES: readonly (readonly number[])[] = [
  tenFrom(4300),
  tenFrom(4310),
  tenFrom(4320),
  [4250, 4251, ...tenFrom(21_320).slice(0, 8)],
  tenFrom(21_328),
]

/**
 * The accounts of a cordless base, distributed over its handsets. All register like the first line, with its transport and expiry; the
 * form refuses lines that differ (linesRefusal).
 */
export function baseAccounts(configuration: PhoneConfiguration, settings: PhoneSettings): Entries {
  const { vendor, model, domain, lines } = configuration
  const first = lines[0]
  if (!first) return [['P271', 0]]
  const places = Array.from({ length: phoneModel(vendor, model).lines }, (_, index) => index)
  return [
    ['P271', 1],
    ['P47', domain],
    ['P48', proxyText(settings)],
    ['P130', TRANSPORTS[first.transport]],
    // Whole minutes.
    ['P32', Math.max(1, Math.round(first.register_expires / 60))],
    ['P27680', settings.phone_voicemail_number],
    ['P99', settings.phone_message_waiting ? 1 : 0],
    ['P183', first.transport === 'tls' ? SRTP[settings.phone_srtp] : SRTP.off],
    ...codecEntries(PROFILE, settings),
    ...places.flatMap((place): Entries => {
      const line = lines.find((candidate) => candidate.line === place + 1)
      return [
        [`P${USER + place}`, line?.extension ?? ''],
        [`P${AUTH + place}`, line?.extension ?? ''],
        [`P${PASSWORD + place}`, line?.password ?? ''],
        [`P${NAME + place}`, line ? line.name || line.extension : ''],
        [`P${OF_PROFILE + place}`, 0],
      ]
    }),
    ...handsetLines(),
  ]
}

/**
 * Each of the five handsets has the account with its number, by which it calls, and, of ten, the one five further on. A handset's line
 * names its account, 0 for none (template of the DP750).
 */
function handsetLines(): Entries {
  return HANDSET_LINES.flatMap((parameters, handset) => {
    const accounts = [handset + 1, handset + 1 + HANDSET_LINES.length]
    return parameters.map((parameter, place): Entries[number] => [`P${parameter}`, accounts[place] ?? 0])
  })
}

function tenFrom(first: number): number[] {
  return Array.from({ length: 10 }, (_, index) => first + index)
}
