/** The same rule as private.is_web_address: a host with at least one dot; scheme, port and path are optional. */
const WEB_ADDRESS = /^(https?:\/\/)?[^\s/?#@:.]+(\.[^\s/?#@:.]+)*\.[^\s/?#@:.]{2,}(:[0-9]{1,5})?([/?#]\S*)?$/i

/** Whether a text is a web address, with or without its scheme. */
export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text)
}

/** A web address as a link's target: "example.com" becomes "https://example.com"; undefined if it is invalid. */
export function webHref(text: string): string | undefined {
  if (!isWebAddress(text)) return undefined
  return /^https?:/i.test(text) ? text : `https://${text}`
}
