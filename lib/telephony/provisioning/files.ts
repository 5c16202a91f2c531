import { formatMac } from '@/lib/validation/mac'
import type { PhoneConfiguration } from './configuration'
import { grandstreamFile } from './grandstream'
import { noFileFor } from './models'
import { polycomFile, polycomMasterFile } from './polycom'
import { snomFile, snomModel } from './snom'
import { isProvisionedVendor } from './vendors'
import { yealinkFile } from './yealink'

/** A requested file, identified by its name. */
export type RequestedFile =
  /** Common to all phones of one Yealink model. */
  | { kind: 'common' }
  /** `<mac>.cfg`: Yealink's configuration, Polycom's master file. */
  | { kind: 'main'; mac: string }
  /** `<mac>-registration.cfg`, referenced by Polycom's master file. */
  | { kind: 'registration'; mac: string }
  /** `cfg<mac>.xml`, Grandstream's. */
  | { kind: 'grandstream'; mac: string }
  /** `snom<model>-<mac>.htm` or `.xml` for Snom; the stored model decides, whatever the name says. */
  | { kind: 'snom'; mac: string }

/** Parses a file name, in any case; undefined if the file does not exist here. */
export function requestedFile(name: string): RequestedFile | undefined {
  if (/^y0{8}[0-9a-f]{4}\.cfg$/i.test(name)) return { kind: 'common' }
  const snom = formatMac(/^snom[0-9a-z]{1,16}-([0-9a-f]{12})\.(htm|xml)$/i.exec(name)?.[1] ?? '')
  if (snom) return { kind: 'snom', mac: snom }
  const [, cfg, digits = '', registration, extension] =
    /^(cfg)?([0-9a-f]{12})(-registration)?\.(cfg|xml)$/i.exec(name) ?? []
  const mac = formatMac(digits)
  // Polycom phones without a file of their own ask for the one of 000000000000.
  if (!mac || /^0+$/.test(digits) || (cfg === undefined) !== (extension?.toLowerCase() === 'cfg'))
    return undefined
  if (cfg) return registration ? undefined : { kind: 'grandstream', mac }
  return registration ? { kind: 'registration', mac } : { kind: 'main', mac }
}

export interface RenderedFile {
  name: string
  contentType: 'text/plain' | 'text/xml'
  text: string
}

/** The file of the phone with a given name. */
export function fileNamed(name: string, configuration: PhoneConfiguration): RenderedFile | undefined {
  const files = filesOf(configuration)
  return requestedFile(name)?.kind === 'snom' && configuration.vendor === 'Snom'
    ? files[0]
    : files.find((file) => file.name === name.toLowerCase())
}

/** The files of a phone, its configuration first; none for an unsupported vendor or model. */
export function filesOf(configuration: PhoneConfiguration): RenderedFile[] {
  const digits = configuration.mac.replaceAll(':', '').toLowerCase()
  const { vendor, model } = configuration
  if (!isProvisionedVendor(vendor) || noFileFor(vendor, model)) return []
  switch (vendor) {
    case 'Yealink':
      return [{ name: `${digits}.cfg`, contentType: 'text/plain', text: yealinkFile(configuration) }]
    case 'Polycom':
      return [
        { name: `${digits}-registration.cfg`, contentType: 'text/xml', text: polycomFile(configuration) },
        { name: `${digits}.cfg`, contentType: 'text/xml', text: polycomMasterFile(configuration) },
      ]
    case 'Grandstream':
      return [{ name: `cfg${digits}.xml`, contentType: 'text/xml', text: grandstreamFile(configuration) }]
    case 'Snom':
      return [
        {
          name: `snom${snomModel(configuration.model)}-${digits}.htm`,
          contentType: 'text/xml',
          text: snomFile(configuration),
        },
      ]
  }
}
