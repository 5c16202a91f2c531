import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Observed } from './observatory.ts'

/** A response in the form that the package uses. */
interface Kept {
  status: number
  verified: boolean
  headers: Record<string, string | string[]>
  request: { headers: Record<string, string> }
}
interface Output {
  result: string
  constructor: { name: string }
}
interface Modules {
  Requests: new (hostname: string) => {
    resources: { path: string | null }
    responses: Record<string, unknown>
    session: unknown
  }
  Session: new (url: URL) => { jar: { setCookieSync(cookie: string, url: string): unknown } }
  ALL_TESTS: ((requests: unknown) => Output)[]
  getScoreModifier(result: string): number
  MINIMUM_SCORE_FOR_EXTRA_CREDIT: number
}

const HOST = 'office.example'
const ADDRESS = `https://${HOST}/`

/**
 * Grades a response with the package @mdn/mdn-http-observatory in this folder, like its scan: score, and points by
 * test.
 */
export async function graded(
  folder: string,
  { headers, html, preflight }: Observed,
): Promise<{ score: number; points: Record<string, number> }> {
  const { Requests, Session, ALL_TESTS, getScoreModifier, MINIMUM_SCORE_FOR_EXTRA_CREDIT } =
    await modules(folder)
  const requests = new Requests(HOST)
  const answer = (given: Headers): Kept => ({
    status: 200,
    verified: true,
    headers: { ...Object.fromEntries(given), 'set-cookie': given.getSetCookie() },
    request: { headers: {} },
  })
  const session = new Session(new URL(ADDRESS))
  for (const cookie of headers.getSetCookie()) session.jar.setCookieSync(cookie, ADDRESS)
  requests.session = session
  requests.resources.path = html
  // What the package finds in the page's HTML, which sets no headers.
  const seen = { ...answer(headers), httpEquiv: new Map() }
  Object.assign(requests.responses, {
    auto: seen,
    https: seen,
    cors: answer(preflight),
    // A proxy redirects HTTP to HTTPS.
    http: { ...answer(headers), status: 301 },
    httpRedirects: [
      { url: new URL(`http://${HOST}/`), status: 301 },
      { url: new URL(ADDRESS), status: 200 },
    ],
    httpsRedirects: [{ url: new URL(ADDRESS), status: 200 }],
  })
  const points: Record<string, number> = {}
  for (const test of ALL_TESTS) {
    const { constructor, result } = test(requests)
    points[constructor.name] = getScoreModifier(result)
  }
  const sum = (counted: number[]) => counted.reduce((total, one) => total + one, 100)
  const plain = sum(Object.values(points).filter((one) => one < 0))
  return { score: plain >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(Object.values(points)) : plain, points }
}

async function modules(folder: string): Promise<Modules> {
  const files = [
    'types.js',
    'retriever/session.js',
    'constants.js',
    'grader/grader.js',
    'grader/charts.js',
  ].map((file) => join(folder, 'node_modules/@mdn/mdn-http-observatory/src', file))
  const read = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<object>),
  )
  return Object.assign({}, ...read) as Modules
}
