import { type PhoneConfiguration, SECRET_SHOWN } from './configuration'

/** The URL where phones fetch their files on a server (`https://host`). */
export function provisioningUrl(origin: string): string {
  return `${origin}/provision/`
}

/** The configuration for display, before masking: with the provisioning URL, without its password. */
export function withAddress(configuration: PhoneConfiguration, origin: string): PhoneConfiguration {
  const provisioning = { url: provisioningUrl(origin), user: configuration.domain, password: SECRET_SHOWN }
  return { ...configuration, provisioning }
}
