/** Kinds of secrets to generate: a password for a phone or server, or a PIN typed on a phone's keypad. */
export type GeneratedSecret = 'password' | 'pin'

/** Without characters that are easily confused when read aloud: 0 O 1 l I. */
const CLASSES = [
  'ABCDEFGHJKLMNPQRSTUVWXYZ',
  'abcdefghijkmnopqrstuvwxyz',
  '23456789',
  // Only characters that need no escaping in any phone's configuration file.
  '-_.!*+',
]
const ALL = CLASSES.join('')

const PASSWORD_LENGTH = 24
const PIN_LENGTH = 6

/** A random password or PIN, as {@link generatePassword} and {@link generatePin} make them. */
export function generateSecret(kind: GeneratedSecret): string {
  return kind === 'pin' ? generatePin() : generatePassword()
}

/** A password with characters of all four classes, otherwise uniformly random. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: PASSWORD_LENGTH }, () => ALL[below(ALL.length)]).join('')
    if (CLASSES.every((characters) => [...password].some((one) => characters.includes(one)))) return password
  }
}

/**
 * A PIN that is neither one repeated digit nor consecutive digits. It does not begin with 0, which a spreadsheet with
 * new PINs would drop.
 */
export function generatePin(): string {
  for (;;) {
    const pin = Array.from({ length: PIN_LENGTH }, (_, place) =>
      place === 0 ? 1 + below(9) : below(10),
    ).join('')
    if (!isWeakPin(pin)) return pin
  }
}

/** Whether each digit differs from the one before by the same step of 0, 1 or -1: 1111, 1234, 9876, 8901. */
export function isWeakPin(pin: string): boolean {
  const digits = [...pin].map(Number)
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10)
  return [0, 1, 9].some((step) => steps.every((one) => one === step))
}

/** Kinds of secrets: passwords and PINs that we choose, also for phones' own pages and files, and those that carriers assign. */
export const SECRET_KINDS = ['password', 'phone_password', 'pin', 'carrier'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/** Why a chosen secret is too weak, in words for the user; undefined if it may be stored. */
export function weaknessOf(kind: SecretKind, secret: string): string | undefined {
  switch (kind) {
    case 'password':
    case 'phone_password': {
      const most = MOST_CHARACTERS[kind]
      return isStrongPassword(secret, most)
        ? undefined
        : `Use 20 to ${most} characters: lowercase and uppercase letters, digits and symbols, no spaces or accents.`
    }
    case 'pin':
      return /^[0-9]{4,10}$/.test(secret) && !isWeakPin(secret)
        ? undefined
        : 'Use 4 to 10 digits that are not all the same and not in sequence.'
    case 'carrier':
      return secret.length > 255 || /\p{Cc}/u.test(secret)
        ? 'Use at most 255 characters, and no line breaks.'
        : undefined
  }
}

/**
 * Phones cut what is longer, and take characters between "!" and "~" only: configuration templates of Grandstream's HT814 (SIP password) and
 * DP750 (password of its administrator).
 */
const MOST_CHARACTERS = { password: 64, phone_password: 30 }

function isStrongPassword(secret: string, most: number): boolean {
  return (
    secret.length >= 20 &&
    secret.length <= most &&
    /^[!-~]*$/.test(secret) &&
    [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].every((kind) => kind.test(secret))
  )
}

/** A uniformly random number from 0 up to, but not including, `bound` (at most 256). */
function below(bound: number): number {
  const limit = 256 - (256 % bound)
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte < limit ? byte % bound : below(bound)
}
