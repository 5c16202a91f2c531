/** The claims of an access token, not verified here; empty if it is not a JWT. */
export function decodedToken(accessToken: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytesOf(accessToken?.split('.')[1] ?? '')))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}

/** The bytes that base64url encodes. Throws on anything else. */
export function bytesOf(encoded: string): Uint8Array {
  const text = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  // A loop takes a tenth of the time of Uint8Array.from, which asks the string for its next character.
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
