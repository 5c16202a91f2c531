import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import zxing from '@zxing/library'

/** RFC 4648's Base32 alphabet, used by authenticator apps. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 6238: a code is valid for 30 seconds; one step before or after is accepted too, for clocks that differ. */
export const STEP_SECONDS = 30
const STEPS_OFF = 1
const DIGITS = 6

/** A new 160-bit secret (RFC 4226, section 4), in Base32. */
export function newSecret(): string {
  return [...randomBytes(32)].map((byte) => BASE32[byte % 32]).join('')
}

/** The code of a 30-second step since 1970 (RFC 6238 with SHA-1 and six digits). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code belongs to, off by one at most; null if none. `now` in milliseconds since 1970. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const current = Math.floor(now / 1000 / STEP_SECONDS)
  for (let step = current + STEPS_OFF; step >= current - STEPS_OFF; step--) {
    if (codeAt(secret, step) === code) return step
  }
  return null
}

/** The URI in the QR code, as authenticator apps expect it. */
export function enrolmentUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({
    algorithm: 'SHA1',
    digits: String(DIGITS),
    issuer,
    period: String(STEP_SECONDS),
    secret,
  })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

/** A text as a QR code in SVG. Without '#', which would end the data URL that auth-js makes of it. */
export function qrCode(text: string): string {
  const hints = new Map([[zxing.EncodeHintType.MARGIN, 4]])
  const matrix = new zxing.QRCodeWriter().encode(text, zxing.BarcodeFormat.QR_CODE, 0, 0, hints)
  const size = matrix.getWidth()
  let dark = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (matrix.get(x, y)) dark += `M${x} ${y}h1v1h-1z`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${dark}"/></svg>`
}

/** Encrypts a factor's secret, bound to its row, with a key that the database does not have. */
export function sealSecret(secret: string, factorId: string, jwtSecret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(jwtSecret), iv).setAAD(Buffer.from(factorId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a secret. Throws if it was encrypted for another factor or with another key. */
export function openSecret(sealed: string, factorId: string, jwtSecret: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(jwtSecret), bytes.subarray(0, 12))
    .setAAD(Buffer.from(factorId))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

function sealKey(jwtSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'factors', 32))
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
