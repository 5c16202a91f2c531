import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weaknessOf } from '@/lib/secrets'
import { MissingKey, newKey, parseKeys, Vault } from '@/lib/vault/vault'

const vaultOf = (...keys: string[]) => new Vault(parseKeys(keys.join(',')))
const [one, other] = [newKey(), newKey()]
const place = { owner: '00000000-0000-4000-8000-000000000001', field: 'sip_password' }

describe('a vault', () => {
  test('opens what it sealed, for the record and field it was sealed for', () => {
    const vault = vaultOf(one)
    fc.assert(
      fc.property(fc.string({ maxLength: 255 }), fc.uuid(), fc.string(), (text, owner, field) => {
        const sealed = vault.seal(text, { owner, field })
        // As the database's domain private.sealed.
        expect(sealed).toMatch(/^[a-z0-9]{1,16}\.[A-Za-z0-9_-]{37,}$/)
        expect(vault.open(sealed, { owner: owner.toUpperCase(), field })).toBe(text)
        expect(() => vault.open(sealed, { owner, field: `${field}x` })).toThrow()
        expect(() => vault.open(sealed, { owner: `${owner}1`, field })).toThrow()
        expect(vault.seal(text, { owner, field })).not.toBe(sealed)
      }),
    )
  })

  test('with another key opens nothing, and with both keys opens either', () => {
    const sealed = vaultOf(one).seal('Abcdefghij-0123456789', place)
    expect(() => vaultOf(other).open(sealed, place)).toThrow('SECRETS_KEY does not hold')
    expect(() => vaultOf(other).open(sealed, place)).toThrow(MissingKey)
    expect([vaultOf(other).hasKeyOf(sealed), vaultOf(other, one).hasKeyOf(sealed)]).toEqual([false, true])
    expect(vaultOf(other, one).open(sealed, place)).toBe('Abcdefghij-0123456789')
    const { keyId } = vaultOf(other, one)
    expect(vaultOf(other, one).seal('x', place).split('.')[0]).toBe(keyId)
    expect(one.startsWith(keyId)).toBe(false)
  })

  test('opens nothing that was tampered with, and reads past it', () => {
    const vault = vaultOf(one)
    const sealed = vault.seal('Abcdefghij-0123456789', place)
    const [id, body = ''] = sealed.split('.')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: body.length - 2 }), (at) => {
        const changed = `${id}.${body.slice(0, at)}${body[at] === 'A' ? 'B' : 'A'}${body.slice(at + 1)}`
        expect(() => vault.open(changed, place)).toThrow()
      }),
    )
    const empty = vault.seal('', place).slice(id?.length)
    const withShortTag = Buffer.from(empty, 'base64url').subarray(0, 16).toString('base64url')
    expect(() => vault.open(`${id}.${withShortTag}`, place)).toThrow()
    expect(vault.read(`${id}.garbage`, place)).toBeNull()
    expect(vault.read(null, place)).toBeNull()
    expect(vault.read(sealed, place)).toBe('Abcdefghij-0123456789')
  })

  test('verifies a typed secret by its proof, with each key, for its record and field only', () => {
    const both = vaultOf(other, one)
    const pin = { owner: place.owner, field: 'pin' }
    const proof = vaultOf(one).proof('7306', pin)
    expect(proof).toMatch(/^[a-z0-9]{1,16}\.[A-Za-z0-9_-]{43}$/)
    expect(both.proofs('7306', pin)).toContain(proof)
    expect(both.proofs('7307', pin)).not.toContain(proof)
    expect(both.proofs('7306', { ...pin, owner: '00000000-0000-4000-8000-000000000002' })).not.toContain(
      proof,
    )
    expect(vaultOf(one).proof('Abcdefghij-0123456789', place)).toBeNull()
    const ofTenant = vaultOf(one).proof('a password', { owner: place.owner, field: 'provisioning_password' })
    expect(both.proofs('a password', { owner: '', field: 'provisioning_password' })).toContain(ofTenant)
  })
})

test.each(['', 'k1', 'k1:short', `${one},${one}`, `${one};${other}`, `K1:${'a'.repeat(43)}`])(
  'SECRETS_KEY %j is rejected',
  (text) => expect(() => parseKeys(text)).toThrow(RangeError),
)

test.each(['1234', '98765', '0000', '12a4', '123', '12345678901', '8901', '7890123', '７３０６'])(
  'the PIN %s is weak',
  (pin) => expect(weaknessOf('pin', pin)).toMatch(/^Use 4 to 10 digits/),
)

test.each([
  'Abcdefghij-012345',
  'abcdefghij-0123456789',
  'ABCDEFGHIJ-0123456789',
  'Abcdefghijk-abcdefghij',
  'Abcdefghij0123456789',
  'Abcdefghij 0123456789-',
  `Abcdefghij-\n0123456789`,
  'Äbcdefghij-0123456789A',
  `Abcde-${'0123456789'.repeat(6)}`,
])('the password %j is weak, or more than phones take', (password) =>
  expect(weaknessOf('password', password)).toMatch(/^Use 20 to 64 characters/),
)

test('a password of a phone’s own pages or files has 30 characters at most', () => {
  const password = `Abcdefghij-${'0123456789'.repeat(2)}`
  expect(weaknessOf('phone_password', password)).toMatch(/^Use 20 to 30 characters/)
})

test('an acceptable secret is not weak', () => {
  expect(weaknessOf('pin', '7306')).toBeUndefined()
  expect(weaknessOf('password', 'Abcdefghi-0123456789')).toBeUndefined()
  expect(weaknessOf('password', `Abc-${'0123456789'.repeat(6)}`)).toBeUndefined()
  expect(weaknessOf('phone_password', `Abcdefghi-${'0123456789'.repeat(2)}`)).toBeUndefined()
  expect(weaknessOf('carrier', 'short')).toBeUndefined()
  expect(weaknessOf('carrier', 'two\nlines')).toMatch(/line breaks/)
  expect(weaknessOf('carrier', 'x'.repeat(256))).toBeDefined()
})
