import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A key of 256 bits with the name that what it has sealed begins with. */
export interface Key {
  id: string
  bytes: Buffer
}

/** Where a secret belongs: what is sealed for one place does not open in another. */
export interface Place {
  owner: string
  field: string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY = /^([a-z0-9]{1,16}):([\w-]{43})$/

/** A new key, as SECRETS_KEY holds it: `id:key`. */
export function newKey(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64url')}`
}

/** The keys of SECRETS_KEY: `id:key`, with commas between them, the one in use first. Throws RangeError. */
export function parseKeys(text: string): Key[] {
  const keys = text.split(',').map((entry) => {
    const [, id, key] = KEY.exec(entry.trim()) ?? []
    if (!id || !key)
      throw new RangeError('is not id:key with 32 bytes in base64url, or several with commas between')
    return { id, bytes: Buffer.from(key, 'base64url') }
  })
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new RangeError('names a key twice')
  return keys
}

/** Seals and opens secrets with AES-256-GCM; the first key seals, all of them open. */
export class Vault {
  readonly #keys: readonly Key[]

  constructor(keys: readonly Key[]) {
    this.#keys = keys
  }

  /** The id of the key that seals. */
  get keyId(): string {
    return this.#current.id
  }

  get #current(): Key {
    const [current] = this.#keys
    if (!current) throw new RangeError('A vault needs a key.')
    return current
  }

  /** `<key id>.<iv, tag and ciphertext in base64url>`; another text each time. */
  seal(text: string, place: Place): string {
    const { id, bytes } = this.#current
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(contextOf(place))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
  }

  /** The text again. Throws when it was sealed for another place, with a key that is gone, or by nobody. */
  open(sealed: string, place: Place): string {
    const [id, body = ''] = sealed.split('.')
    const key = this.#keys.find((one) => one.id === id)
    if (!key) throw new RangeError(`A secret was sealed with the key ${id}, which SECRETS_KEY does not hold.`)
    const bytes = Buffer.from(body, 'base64url')
    // Without its length, a tag of four bytes is taken too.
    const [iv, options] = [bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES }]
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, options)
      .setAAD(contextOf(place))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  }

  /** The same for what may be null, and for what was sealed amiss: that is logged, and keeps nothing else from being read. */
  read(sealed: string | null, place: Place): string | null {
    if (sealed === null) return null
    try {
      return this.open(sealed, place)
    } catch (error) {
      console.error(`The ${place.field} of ${place.owner} cannot be opened:`, error)
      return null
    }
  }

  /**
   * What the database compares a typed secret by, without knowing it: `<key id>.<HMAC-SHA-256>`. The same text at the same place has
   * the same one for each key; null for a field that is never typed.
   */
  proof(text: string, place: Place): string | null {
    return isTyped(place.field) ? this.#proof(this.#current, text, place) : null
  }

  /** The same by each key: one of them is stored if the text is right. */
  proofs(text: string, place: Place): string[] {
    return this.#keys.map((key) => this.#proof(key, text, place))
  }

  #proof({ id, bytes }: Key, text: string, place: Place): string {
    const key = Buffer.from(hkdfSync('sha256', bytes, '', 'proof', 32))
    // A phone names its tenant by a domain, which may change: the server does not know the owner when it asks.
    const where = place.field === PROVISIONING ? PROVISIONING : contextOf(place).toString()
    return `${id}.${createHmac('sha256', key).update(`${where}\n${text}`).digest('base64url')}`
  }
}

const PROVISIONING = 'provisioning_password'

/** The fields that phones and callers send, and the database admits. */
const isTyped = (field: string) => ['pin', 'moderator_pin', PROVISIONING].includes(field)

function contextOf({ owner, field }: Place): Buffer {
  return Buffer.from(`${owner.toLowerCase()} ${field}`)
}
