import {
  KEY_CATEGORIES,
  KEY_TYPES,
  keyCount,
  type PhoneKey,
} from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'
import type { PhoneModel } from '@/lib/telephony/provisioning/models'
import { CODECS } from '@/lib/telephony/provisioning/phone-settings'
import { receptionPhone } from './arbitrary'

const USED = KEY_TYPES.filter((type) => type !== 'none')

/**
 * Every parameter that may be written for a model, by its own name: all lines and keys are in use and every setting is
 * given. Numbers within a name count lines, keys and the like, and are written as #; Grandstream's parameters are
 * numbers altogether, and are kept.
 */
export function parametersOf(model: PhoneModel): string[] {
  const [line] = receptionPhone().lines
  if (!line) return []
  const lines = Array.from({ length: model.lines }, (_, index) => ({
    ...line,
    line: index + 1,
    extension: String(1001 + index),
  }))
  const keys = KEY_CATEGORIES.flatMap((category) =>
    Array.from({ length: keyCount(model, category) }, (_, index): PhoneKey => {
      const type = USED[index % USED.length] ?? 'blf'
      return { category, position: index + 1, type, value: '5901', label: 'Gate', line: 1 }
    }),
  )
  const files = filesOf(
    receptionPhone({
      vendor: model.vendor,
      model: model.name,
      lines,
      keys,
      admin_password: 'Adm1n-word',
      profile: null,
      settings: {
        phone_codecs: [...CODECS],
        phone_vlan_id: 20,
        phone_outbound_proxy: 'edge.example',
        phone_firmware_url: 'https://firmware.example/phones',
      },
    }),
  )
  const names = files.flatMap(({ text }) => namesIn(model.vendor, text))
  return [...new Set(names)].toSorted()
}

function namesIn(vendor: string, text: string): string[] {
  if (vendor === 'Grandstream') return [...text.matchAll(/<(P\d+)>/g)].map(([, name = '']) => name)
  const pattern = {
    Yealink: /^([\w.]+) = /gm,
    Polycom: /^ {2}([\w.]+)="/gm,
    Snom: /^ {4}<(\w+)/gm,
  }[vendor]
  if (!pattern) throw new Error(`How ${vendor} writes its files is not told here.`)
  return [...text.matchAll(pattern)].map(([, name = '']) => name.replace(/(?<=\.)\d+(?=\.|$)/g, '#'))
}
