import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A 256-bit key with its id, which prefixes everything encrypted with it. */
export interface Key {
  id: string
  bytes: Buffer
}

/** The place of a secret: a value encrypted for one place cannot be decrypted for another. */
export interface Place {
  owner: string
  field: string
}

/** A secret was sealed with a key that SECRETS_KEY does not hold here; another server may have it. */
export class MissingKey extends RangeError {
  override name = 'MissingKey'
}

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY = /^([a-z0-9]{1,16}):([\w-]{43})$/

/** A new key in the format of SECRETS_KEY: `id:key`. */
export function newKey(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64url')}`
}

/** Parses SECRETS_KEY: `id:key`, separated by commas, the current one first. Throws RangeError. */
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

/** Encrypts and decrypts secrets with AES-256-GCM; the first key encrypts, all of them decrypt. */
export class Vault {
  readonly #keys: readonly Key[]

  constructor(keys: readonly Key[]) {
    this.#keys = keys
  }

  /** The id of the encrypting key. */
  get keyId(): string {
    return this.#current.id
  }

  get #current(): Key {
    const [current] = this.#keys
    if (!current) throw new RangeError('A vault needs a key.')
    return current
  }

  /** `<key id>.<iv, tag and ciphertext in base64url>`; different each time. */
  seal(text: string, place: Place): string {
    const { id, bytes } = this.#current
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(contextOf(place))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
  }

  /** Whether a key with this id is among them. */
  holds(keyId: string): boolean {
    return this.#keys.some(({ id }) => id === keyId)
  }

  /** Whether a secret was sealed with one of the keys. */
  hasKeyOf(sealed: string): boolean {
    return this.holds(sealed.slice(0, sealed.indexOf('.')))
  }

  /** Decrypts a secret. Throws MissingKey, or another error if it was encrypted for another place or was tampered with. */
  open(sealed: string, place: Place): string {
    const [id, body = ''] = sealed.split('.')
    const key = this.#keys.find((one) => one.id === id)
    if (!key) throw new MissingKey(`A secret was sealed with the key ${id}, which SECRETS_KEY does not hold.`)
    const bytes = Buffer.from(body, 'base64url')
    // Without its length, a tag of four bytes is taken too.
    const [iv, options] = [bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES }]
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, options)
      .setAAD(contextOf(place))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  }

  /**
   * The same, but null for null and for what cannot be decrypted, so that other secrets can still be read. Stored secrets are read by
   * `readStored` (seal-secrets.ts), which logs these and notices that it is the server that lacks the keys.
   */
  read(sealed: string | null, place: Place): string | null {
    if (sealed === null) return null
    try {
      return this.open(sealed, place)
    } catch {
      return null
    }
  }

  /**
   * A keyed hash by which the database compares a typed secret without knowing it: `<key id>.<HMAC-SHA-256>`. Deterministic for a
   * text, a place and a key; null for a field that is never typed.
   */
  proof(text: string, place: Place): string | null {
    return isTyped(place.field) ? this.#proof(this.#current, text, place) : null
  }

  /** The same for each key: one of them is stored if the text is right. */
  proofs(text: string, place: Place): string[] {
    return this.#keys.map((key) => this.#proof(key, text, place))
  }

  #proof({ id, bytes }: Key, text: string, place: Place): string {
    const key = Buffer.from(hkdfSync('sha256', bytes, '', 'proof', 32))
    // A phone identifies its tenant by a domain, which may change, so the server does not know the owner yet.
    const where = place.field === PROVISIONING ? PROVISIONING : contextOf(place).toString()
    return `${id}.${createHmac('sha256', key).update(`${where}\n${text}`).digest('base64url')}`
  }
}

const PROVISIONING = 'provisioning_password'

/** Fields whose values phones and callers enter, for the database to check. */
const isTyped = (field: string) => ['pin', 'moderator_pin', PROVISIONING].includes(field)

function contextOf({ owner, field }: Place): Buffer {
  return Buffer.from(`${owner.toLowerCase()} ${field}`)
}
