import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseResults, serializeResults } from '@/lib/initial-data'
import { decodedToken } from '@/lib/session/access-token'

const plain = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string(), { noNullPrototype: true }),
)
const rows = fc
  .uniqueArray(fc.stringMatching(/^[a-z_]{1,8}$/), { minLength: 1, maxLength: 4 })
  .chain((columns) =>
    fc.array(
      fc.record(Object.fromEntries(columns.map((column) => [column, plain])), { noNullPrototype: true }),
    ),
  )
const data = fc.oneof(
  plain,
  rows,
  fc.array(fc.string()).map((entries) => new Set(entries)),
  fc.array(fc.tuple(fc.string(), plain)).map((entries) => new Map(entries)),
)

describe('answers embedded in a page', () => {
  test('are read back as written, including sets and maps', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(plain), data)), (answers) => {
        expect(parseResults(serializeResults(answers))).toEqual(answers)
      }),
    )
  })

  test('name the columns of rows once', () => {
    const extensions = Array.from({ length: 3 }, (_each, index) => ({
      number: `100${index}`,
      caller_id_name: 'Front desk',
    }))
    const text = serializeResults([[['extensions'], extensions]])
    expect(text.split('caller_id_name')).toHaveLength(2)
    expect(parseResults(text)).toEqual([[['extensions'], extensions]])
  })

  test.each([
    ['of other columns', [{ a: 1 }, { b: 1 }]],
    [
      'of columns in another order',
      [
        { a: 1, b: 2 },
        { b: 3, a: 4 },
      ],
    ],
    ['without columns', [{}, {}]],
    ['beside null', [{ a: 1 }, null]],
    ['with a set each', [{ a: new Set(['b']) }, { a: new Set(['c']) }]],
  ])('keep rows %s', (_what, list) => {
    expect(parseResults(serializeResults([[['list'], list]]))).toEqual([[['list'], list]])
  })

  test('leave out what is undefined in rows', () => {
    expect(
      parseResults(
        serializeResults([
          [
            ['list'],
            [
              { a: 1, b: undefined },
              { a: 2, b: undefined },
            ],
          ],
        ]),
      ),
    ).toEqual([[['list'], [{ a: 1 }, { a: 2 }]]])
  })

  test('keep sets and maps nested in a record', () => {
    const permissions = new Set(['tenants.view'])
    const answer = [['u1', 'standing'], { member: { role: 'tech' }, permissions }] as const
    expect(parseResults(serializeResults([answer]))).toEqual([answer])
  })
})

describe('the claims of an access token', () => {
  const encode = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString('base64url')

  test('are decoded in any script', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.string({ unit: 'grapheme' }), (email, name) => {
        expect(decodedToken(`e30.${encode({ sub: 'u1', email, name })}.signature`)).toEqual({
          sub: 'u1',
          email,
          name,
        })
      }),
    )
  })

  test.each([undefined, '', 'no token', 'a.b.c', `a.${encode('text')}.c`, `a.${encode(null)}.c`])(
    'are empty for %j',
    (token) => {
      expect(decodedToken(token)).toEqual({})
    },
  )
})
