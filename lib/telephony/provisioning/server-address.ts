import { MASK, type PhoneConfiguration } from './configuration'

/** Where phones find their files on a server (`https://host`). */
export function provisioningUrl(origin: string): string {
  return `${origin}/provision/`
}

/** The configuration as a person may see it before it is masked: with the address, without the password. */
export function withAddress(configuration: PhoneConfiguration, origin: string): PhoneConfiguration {
  const provisioning = { url: provisioningUrl(origin), user: configuration.domain, password: MASK }
  return { ...configuration, provisioning }
}
