import { formatMac } from '@/lib/validation/mac'
import type { PhoneConfiguration } from './configuration'
import { grandstreamFile } from './grandstream'
import { polycomFile, polycomMasterFile } from './polycom'
import { snomFile, snomModel } from './snom'
import { isProvisionedVendor } from './vendors'
import { yealinkFile } from './yealink'

/** What a phone asks for by a file's name. */
export type RequestedFile =
  /** What holds for all phones of one Yealink model. */
  | { kind: 'common' }
  /** `<mac>.cfg`: Yealink's configuration, Polycom's list of files. */
  | { kind: 'main'; mac: string }
  /** `<mac>-registration.cfg`, to which Polycom's list leads. */
  | { kind: 'registration'; mac: string }
  /** `cfg<mac>.xml`, Grandstream's. */
  | { kind: 'grandstream'; mac: string }
  /** `snom<model>-<mac>.htm` or `.xml`, Snom's; whatever the model in it, the file is the stored one's. */
  | { kind: 'snom'; mac: string }

/** Reads a file's name, in either case; undefined for a file that is not kept here. */
export function requestedFile(name: string): RequestedFile | undefined {
  if (/^y0{8}[0-9a-f]{4}\.cfg$/i.test(name)) return { kind: 'common' }
  const snom = formatMac(/^snom[0-9a-z]{1,16}-([0-9a-f]{12})\.(htm|xml)$/i.exec(name)?.[1] ?? '')
  if (snom) return { kind: 'snom', mac: snom }
  const [, cfg, digits = '', registration, extension] =
    /^(cfg)?([0-9a-f]{12})(-registration)?\.(cfg|xml)$/i.exec(name) ?? []
  const mac = formatMac(digits)
  if (!mac || (cfg === undefined) !== (extension?.toLowerCase() === 'cfg')) return undefined
  if (cfg) return registration ? undefined : { kind: 'grandstream', mac }
  return registration ? { kind: 'registration', mac } : { kind: 'main', mac }
}

export interface RenderedFile {
  name: string
  contentType: 'text/plain' | 'text/xml'
  text: string
}

/** The file that is meant by a name, of those of the phone. */
export function fileNamed(name: string, configuration: PhoneConfiguration): RenderedFile | undefined {
  const files = filesOf(configuration)
  return requestedFile(name)?.kind === 'snom' && configuration.vendor === 'Snom'
    ? files[0]
    : files.find((file) => file.name === name.toLowerCase())
}

/** The files of a phone with its configuration first; none for a maker that is not provisioned here. */
export function filesOf(configuration: PhoneConfiguration): RenderedFile[] {
  const digits = configuration.mac.replaceAll(':', '').toLowerCase()
  const { vendor } = configuration
  if (!isProvisionedVendor(vendor)) return []
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
