import type { DEVICE_PROFILES } from '../../supabase/constraints'

/** Codecs that phones can offer, by SDP name. */
export const CODECS = ['PCMU', 'PCMA', 'G722', 'G729', 'OPUS'] as const

/** Phone settings besides lines and keys, for all vendors. */
export interface PhoneSettings {
  phone_ntp_server: string
  /** Most preferred first. */
  phone_codecs: readonly string[]
  /** Dialed by the message key. */
  phone_voicemail_number: string
  /** Whether lines subscribe to message-waiting indication. */
  phone_message_waiting: boolean
  /** `host` or `host:port`; NONE to go straight to the registrar. */
  phone_outbound_proxy: string
  /** SRTP on lines that register over TLS; never on others, whose keys would be sent in clear text. */
  phone_srtp: (typeof DEVICE_PROFILES.phone_srtp.choices)[number]
  /** Dialed before a monitored extension to pick up its call. */
  phone_pickup_code: string
  /** 1–4094; 0 for untagged. */
  phone_vlan_id: number
  /** 802.1p, 0–7, of tagged frames. */
  phone_vlan_priority: number
  /** DSCP of SIP and RTP packets, 0–63. */
  phone_sip_dscp: number
  phone_rtp_dscp: number
  /** Where firmware is fetched; NONE for nowhere. */
  phone_firmware_url: string
  /** Interval at which a phone fetches its file. */
  phone_resync_minutes: number
}

export type PhoneSettingName = keyof PhoneSettings

/** The settings that a tenant or a profile overrides. */
export type PhoneOverrides = { [Name in PhoneSettingName]?: PhoneSettings[Name] | null }

/** Overrides an inherited address with none. */
export const NONE = 'none'

/** Product defaults. DSCP values by RFC 4594: CS3 and EF. */
export const PHONE_DEFAULTS: PhoneSettings = {
  phone_ntp_server: 'pool.ntp.org',
  phone_codecs: ['G722', 'PCMU', 'PCMA'],
  phone_voicemail_number: '*97',
  phone_message_waiting: true,
  phone_outbound_proxy: NONE,
  phone_srtp: 'optional',
  phone_pickup_code: '**',
  phone_vlan_id: 0,
  phone_vlan_priority: 5,
  phone_sip_dscp: 24,
  phone_rtp_dscp: 46,
  phone_firmware_url: NONE,
  phone_resync_minutes: 1440,
}

export const PHONE_SETTING_NAMES = Object.keys(PHONE_DEFAULTS) as readonly PhoneSettingName[]

/** The effective settings: later overrides win. */
export function effectivePhoneSettings(...overrides: (PhoneOverrides | undefined)[]): PhoneSettings {
  return Object.fromEntries(
    PHONE_SETTING_NAMES.map((name) => [
      name,
      overrides.reduce<unknown>((value, given) => given?.[name] ?? value, PHONE_DEFAULTS[name]),
    ]),
  ) as unknown as PhoneSettings
}

/** The host and port of an outbound proxy; undefined for none. */
export function proxyOf({ phone_outbound_proxy: proxy }: PhoneSettings, usualPort: number) {
  if (proxy === NONE) return undefined
  const [host = '', port] = proxy.split(':')
  return { host, port: port ? Number(port) : usualPort }
}
