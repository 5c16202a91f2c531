import { z } from 'zod'
import { DEVICE_PROFILE_KEYS as LIMITS } from '../../supabase/constraints'
import {
  KEY_CATEGORIES,
  KEY_TYPES,
  type KeyCategory,
  type KeyType,
  type PhoneKey,
  placeOf,
} from './configuration'
import type { PhoneModel } from './models'

/** A key as stored and edited: it dials a destination of the tenant or a typed number. */
export interface KeyRow extends PhoneKey {
  id: string
  destination_id: string | null
}

/** Labels of the key types. */
export const KEY_TYPE_LABELS: Record<KeyType, string> = {
  none: 'Nothing',
  line: 'Line',
  blf: 'Busy lamp (BLF)',
  speed_dial: 'Speed dial',
  park: 'Call park',
  transfer: 'Transfer to',
}

const CATEGORY_LABELS: Record<KeyCategory, string> = {
  line: 'Line key',
  memory: 'Labeled key',
  expansion: 'Expansion key',
}

/** "Line key 2" */
export function keyName({ category, position }: Pick<PhoneKey, 'category' | 'position'>): string {
  return `${CATEGORY_LABELS[category]} ${position}`
}

/** Whether a key of this type needs a number, to dial it or to watch it. */
export function dials(type: KeyType): boolean {
  return type !== 'none' && type !== 'line'
}

const whole = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)

const row = z.object({
  id: z.string(),
  category: z.enum(KEY_CATEGORIES),
  position: whole(LIMITS.position),
  type: z.enum(KEY_TYPES),
  line: whole(LIMITS.line),
  value: z.string(),
  destination_id: z.string().nullable(),
  label: z.string(),
})

/** Validates the keys of a form; reports the first invalid key. */
export const keyRows = z.array(row).superRefine((rows, context) => {
  for (const key of rows) {
    const message = problemOf(key)
    if (message) return context.addIssue({ code: 'custom', message: `${keyName(key)}: ${message}` })
  }
})

/** Why a key cannot be saved, if anything. */
export function problemOf(key: KeyRow): string | undefined {
  if (dials(key.type) && !key.destination_id && !key.value) return 'say which number it dials.'
  if (!/^[0-9A-Za-z*#+._@:-]{0,64}$/.test(key.value))
    return 'a number has digits, letters and * # + . _ @ : - only.'
  if (key.label.length > LIMITS.label.maxLength)
    return `a label has at most ${LIMITS.label.maxLength} characters.`
  return undefined
}

/** The rows with one key set at its position. */
export function withKey(rows: readonly KeyRow[], key: KeyRow): KeyRow[] {
  return keysInOrder([...withoutKey(rows, key), key])
}

/** The rows without the key at a position. */
export function withoutKey(
  rows: readonly KeyRow[],
  place: Pick<PhoneKey, 'category' | 'position'>,
): KeyRow[] {
  return rows.filter((row) => placeOf(row) !== placeOf(place))
}

/** The keys sorted as on a phone: beside the screen, labeled, expansion modules. */
export function keysInOrder(rows: readonly KeyRow[]): KeyRow[] {
  return rows.toSorted(
    (one, other) =>
      KEY_CATEGORIES.indexOf(one.category) - KEY_CATEGORIES.indexOf(other.category) ||
      one.position - other.position,
  )
}

/** Keys that are visible together on a phone. */
export interface KeyGroup {
  name: string
  category: KeyCategory
  positions: number[]
}

const EXPANSION_PAGE = 20

/** The pages of a phone's keys. If not all line keys fit, one of them turns the page. */
export function keyGroups(model: PhoneModel): KeyGroup[] {
  const aPage = model.lineKeys > model.lineKeysInSight ? model.lineKeysInSight - 1 : model.lineKeysInSight
  const lines = pagesOf('line', 1, model.lineKeys, aPage, 'Beside the screen')
  const memory = pagesOf('memory', 1, model.memoryKeys, model.memoryKeys, 'Labeled keys')
  const modules = Array.from({ length: model.expansionModules }, (_, module) =>
    pagesOf(
      'expansion',
      module * model.expansionKeys + 1,
      (module + 1) * model.expansionKeys,
      EXPANSION_PAGE,
      `Expansion module ${module + 1}`,
    ),
  )
  return [...lines, ...memory, ...modules.flat()]
}

function pagesOf(
  category: KeyCategory,
  first: number,
  last: number,
  aPage: number,
  name: string,
): KeyGroup[] {
  const pages: KeyGroup[] = []
  for (let start = first; start <= last; start += aPage) {
    const positions = Array.from({ length: Math.min(aPage, last - start + 1) }, (_, index) => start + index)
    const many = last - first + 1 > aPage
    pages.push({ name: many ? `${name}, page ${pages.length + 1}` : name, category, positions })
  }
  return pages
}
