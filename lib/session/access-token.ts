/** The claims of an access token, not verified here; empty if it is not a JWT. */
export function decodedToken(accessToken: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const payload = (accessToken?.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
