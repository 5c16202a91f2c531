import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** Seconds. Hosted Storage signs for as long as it is asked to. */
const longest = 5 * 60

/** Signs and verifies tokens of signed URLs, with a key that signs no access token. */
export interface Signer {
  /** A token for reading `path` (bucket/name) for that many seconds, at most five minutes. */
  sign(path: string, seconds: number): Promise<string>
  /** Whether the token is for this path and has not expired. */
  allows(token: string, path: string): Promise<boolean>
}

/** A signer whose key is derived from the backend's secret. */
export function createSigner(jwtSecret: string): Signer {
  const key = createHmac('sha256', jwtSecret).update('signed storage addresses').digest()
  return {
    sign: (path, seconds) =>
      new SignJWT({ url: path })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + Math.min(Math.floor(seconds), longest))
        .sign(key),
    async allows(token, path) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
        return payload.url === path
      } catch {
        return false
      }
    },
  }
}
