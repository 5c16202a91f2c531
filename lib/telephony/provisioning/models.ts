import { modelKey } from '../../model-key'
import { countOf } from '../../words'
import { family } from './grandstream-accounts'
import { noFileText, type ProvisionedVendor } from './vendors'

/** The capabilities of a phone model. Counts are per phone; expansion keys per module. */
export interface PhoneModel {
  vendor: string
  name: string
  /** SIP accounts it can register. */
  lines: number
  /** Programmable keys beside the screen, on all pages. */
  lineKeys: number
  /** Keys beside the screen that are visible at once; the others are on further pages. */
  lineKeysInSight: number
  /** Separate programmable keys with a paper or printed label. */
  memoryKeys: number
  expansionKeys: number
  expansionModules: number
}

type Row = [
  name: string,
  lines: number,
  lineKeys: number,
  inSight: number,
  memory: number,
  expansion: number,
  modules: number,
]

// From the vendors' data sheets and administrator guides.
const MODELS: Record<ProvisionedVendor, Row[]> = {
  Yealink: [
    ['T31P', 2, 2, 2, 0, 0, 0],
    ['T33G', 4, 12, 4, 0, 0, 0],
    ['T43U', 12, 21, 8, 0, 60, 3],
    ['T46U', 16, 27, 10, 0, 60, 3],
    ['T48U', 16, 29, 11, 0, 60, 3],
    ['T53W', 12, 21, 8, 0, 60, 3],
    ['T54W', 16, 27, 10, 0, 60, 3],
    ['T57W', 16, 29, 11, 0, 60, 3],
    ['W70B', 10, 0, 0, 0, 0, 0],
  ],
  Polycom: [
    ['VVX 150', 2, 2, 2, 0, 0, 0],
    ['VVX 250', 4, 4, 4, 0, 0, 0],
    ['VVX 350', 6, 6, 6, 0, 0, 0],
    ['VVX 411', 12, 12, 12, 0, 28, 3],
    ['VVX 450', 12, 12, 12, 0, 30, 3],
    ['VVX 501', 12, 12, 12, 0, 28, 3],
    ['VVX 601', 16, 16, 16, 0, 28, 3],
  ],
  Grandstream: [
    ['GRP2612', 2, 4, 4, 0, 0, 0],
    ['GRP2613', 3, 6, 6, 0, 0, 0],
    ['GRP2614', 4, 4, 4, 24, 0, 0],
    ['GRP2616', 6, 6, 6, 24, 0, 0],
    ['GXP2130', 3, 3, 3, 8, 0, 0],
    ['GXP2160', 6, 6, 6, 24, 0, 0],
    ['HT801', 1, 0, 0, 0, 0, 0],
    ['HT802', 2, 0, 0, 0, 0, 0],
    ['HT812', 2, 0, 0, 0, 0, 0],
    ['DP750', 10, 0, 0, 0, 0, 0],
    ['DP752', 10, 0, 0, 0, 0, 0],
  ],
  Snom: [
    ['D735', 12, 32, 8, 0, 0, 0],
    ['D785', 12, 24, 6, 0, 0, 0],
    ['D862', 12, 32, 8, 0, 0, 0],
    ['D865', 12, 40, 10, 0, 0, 0],
  ],
}

/** The known models, by vendor. */
export const PHONE_MODELS: readonly PhoneModel[] = Object.entries(MODELS).flatMap(([vendor, rows]) =>
  rows.map(([name, lines, lineKeys, lineKeysInSight, memoryKeys, expansionKeys, expansionModules]) => ({
    vendor,
    name,
    lines,
    lineKeys,
    lineKeysInSight,
    memoryKeys,
    expansionKeys,
    expansionModules,
  })),
)

// Few enough keys to draw, enough for any small phone.
const UNKNOWN: Omit<PhoneModel, 'vendor' | 'name'> = {
  lines: 6,
  lineKeys: 6,
  lineKeysInSight: 6,
  memoryKeys: 0,
  expansionKeys: 0,
  expansionModules: 0,
}

/** The names of a vendor's models. */
export function modelsOf(vendor: string): string[] {
  return PHONE_MODELS.filter((model) => model.vendor === vendor).map(({ name }) => name)
}

/**
 * The model for a label: spaces, hyphens, case and the vendor's prefix (SIP-T54W) are ignored. An unknown model counts as a phone
 * with six lines and six keys.
 */
export function phoneModel(vendor: string, name: string): PhoneModel {
  return knownModel(vendor, name) ?? { vendor, name, ...UNKNOWN }
}

/** Whether the parameters and keys of the model are known. */
export function isKnownModel(vendor: string, name: string): boolean {
  return knownModel(vendor, name) !== undefined
}

/** Why a phone of this vendor and model gets no configuration file and what to do; undefined if it gets one. */
export function noFileFor(vendor: string, model: string): string | undefined {
  // Adapters with more ports number their parameters otherwise, so that a file for two ports would set up none of theirs.
  const unlikeOthers = vendor === 'Grandstream' && family(model) === 'adapter' && !isKnownModel(vendor, model)
  return unlikeOthers
    ? `There is no configuration file for the ${model}. Set this one up by hand.`
    : noFileText(vendor)
}

/** Why a phone of this model cannot have all of these lines; undefined if it can, or if the model is not known. */
export function linesRefusal(
  vendor: string,
  model: string,
  lines: readonly { line: number; transport: string; register_expires: number }[],
): string | undefined {
  const known = knownModel(vendor, model)
  if (!known) return undefined
  if (lines.some(({ line }) => line > known.lines))
    return `The ${model} has ${countOf(known.lines, 'line')}, so no line can have a higher number.`
  // The lines of a cordless base by Grandstream share the settings of one server (grandstream-base.ts).
  const sharesServer = known.vendor === 'Grandstream' && family(known.name) === 'base'
  const servers = new Set(lines.map(({ transport, register_expires: expires }) => `${transport} ${expires}`))
  return sharesServer && servers.size > 1
    ? `All lines of the ${model} register alike, so they need the same transport and expiry.`
    : undefined
}

function knownModel(vendor: string, name: string): PhoneModel | undefined {
  const key = modelKey(name)
  return PHONE_MODELS.find((model) => model.vendor === vendor && modelKey(model.name) === key)
}

/** The known model that a phone names in the User-Agent of its requests, such as "Yealink SIP-T54W 96.86.0.20"; undefined if none. */
export function modelOfAgent(agent: string): PhoneModel | undefined {
  const sent = modelKey(agent)
  return PHONE_MODELS.filter(
    ({ vendor, name }) => sent.includes(vendor.toLowerCase()) && sent.includes(modelKey(name)),
  ).toSorted((one, other) => other.name.length - one.name.length)[0]
}
