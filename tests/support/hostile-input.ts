/** Values for the place of any other, as JSON. */
const VALUES: Readonly<Record<string, string>> = {
  'a text with a NUL': '"a\\u0000b"',
  'half a surrogate pair': '"a\\ud800"',
  'an empty text': '""',
  'a text of a million characters': JSON.stringify('x'.repeat(1_000_000)),
  'a quoted text': `"' or 1=1; -- \\" \\\\ %s $1 {}"`,
  'a number': '-0.5',
  'a number that is too large': '1e400',
  'an integer of forty digits': '9'.repeat(40),
  'a truth': 'true',
  nothing: 'null',
  'a list of texts': '["a","b"]',
  'a list of ten thousand': `[${'"a",'.repeat(9_999)}"a"]`,
  'an empty object': '{}',
  'an object that looks like a text': '{"length":3,"toString":1,"toLowerCase":"x"}',
  'an object with another prototype':
    '{"__proto__":{"role":"superadmin"},"constructor":{"prototype":{"a":1}}}',
  'deep nesting': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
}

const MARK = 'the place of a value'

export interface HostileBody {
  what: string
  /** As sent: not always JSON. */
  body: string
  /** Whether it has a text that the database cannot store. */
  isUnstorable: boolean
}

/** Bodies that are no JSON, or that differ from a valid one in a single place: each of its values in turn, and keys that it does not have. */
export function hostileBodies(valid: unknown): HostileBody[] {
  const marked = [...placesIn(valid), { where: 'all', body: MARK }]
  const replaced = marked.flatMap(({ where, body }) =>
    Object.entries(VALUES).map(([what, value]) => ({
      what: `${what} in place of ${where}`,
      body: JSON.stringify(body).replace(JSON.stringify(MARK), () => value),
    })),
  )
  const inside = JSON.stringify(valid).slice(1)
  const added = ['"__proto__":{"user_role":"superadmin"}', '"a\\u0000":1', '"\\udc00":1', '"":{}'].map(
    (pair) => ({
      what: `${pair} in addition`,
      body: `{${pair}${inside === '}' ? '' : ','}${inside}`,
    }),
  )
  const broken = ['{', '{"a":', 'undefined', '{} {}', '\uFEFF{}', '\0'].map((body) => ({ what: body, body }))
  return [...replaced, ...added, ...broken].map((one) => ({
    ...one,
    isUnstorable: /\\u0000|\\u[dD][89a-fA-F]/.test(one.body),
  }))
}

/** The same value with MARK in place of each of its parts; of a list, of its first item. */
function placesIn(value: unknown, where = ''): { where: string; body: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value)
    .slice(0, Array.isArray(value) ? 1 : undefined)
    .flatMap((key) => {
      const part: unknown = Reflect.get(value, key)
      const put = (other: unknown) =>
        Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
      const at = where ? `${where}.${key}` : key
      return [
        { where: at, body: put(MARK) },
        ...placesIn(part, at).map((inner) => ({ where: inner.where, body: put(inner.body) })),
      ]
    })
}

/** Texts for the place of a part of a URL, encoded. Not NUL and half surrogates alone: what is no UTF-8 too. */
export const HOSTILE_PARTS: readonly string[] = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%C0%AE%C0%AE%2F',
  '%FF',
  '%',
  '%2F..%2F..%2Fetc%2Fpasswd',
  '__proto__',
  'constructor',
  '-1',
  '1e400',
  '9'.repeat(40),
  'NaN',
  '%27%20or%201%3D1%3B%20--',
  '%F0%9F%92%A9',
  'x'.repeat(7_000),
  '',
]
