/** A response as MDN HTTP Observatory sees it: over HTTPS, without a session. */
export interface Observed {
  headers: Headers
  html: string
  /** Headers of the response to another origin's preflight. */
  preflight: Headers
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const BROAD_OR_INLINE = [...BROAD, "'unsafe-inline'", 'data:']

/**
 * The points of each test of MDN HTTP Observatory 1.4.8 (@mdn/mdn-http-observatory, src/analyzer/tests and src/grader/charts.js),
 * which start from 100. The package itself is no dependency: it compiles against PostgreSQL and downloads lists as it is installed,
 * which fails where only Node is. `npm run grade` installs it aside, grades with it and compares it with these rules. Where it
 * tells degrees of failure apart, the worst one is taken. Redirections are those of the proxy.
 */
export function observatoryPoints(observed: Observed): Record<string, number> {
  const { headers, html, preflight } = observed
  const policy = directivesOf(headers.get('content-security-policy') ?? '')
  return {
    'content-security-policy': policyPoints(policy),
    cookies: cookiePoints(headers.getSetCookie()),
    'cross-origin-resource-sharing': preflight.has('access-control-allow-origin') ? -50 : 0,
    'referrer-policy': referrerPoints(headers.get('referrer-policy')),
    'strict-transport-security': transportPoints(headers.get('strict-transport-security')),
    'subresource-integrity': scriptPoints(html),
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': (policy.get('frame-ancestors') ?? ['*']).some((source) => BROAD.includes(source))
      ? -20
      : 5,
    'cross-origin-resource-policy': resourcePoints(headers.get('cross-origin-resource-policy')),
  }
}

/** The score: extra credit counts from 90 points on. */
export function observatoryScore(observed: Observed): number {
  const points = Object.values(observatoryPoints(observed))
  const sum = (counted: number[]) => counted.reduce((total, one) => total + one, 100)
  const plain = sum(points.filter((one) => one < 0))
  return plain >= 90 ? sum(points) : plain
}

type Directives = Map<string, string[]>

function directivesOf(policy: string): Directives {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/))
  return new Map(parts.map(([name = '', ...sources]) => [name.toLowerCase(), sources]))
}

function policyPoints(policy: Directives): number {
  const sources = (name: string) => {
    const own = policy.get(name) ?? policy.get('default-src') ?? ['*']
    // Browsers ignore it beside a hash or a nonce.
    return own.some((source) => /^'(sha(256|384|512)|nonce)-/.test(source))
      ? own.filter((source) => source !== "'unsafe-inline'")
      : own
  }
  const insecure = (names: string[]) => names.flatMap(sources).some((source) => /^(http|ftp):/.test(source))
  const passive = ['img-src', 'media-src']
  if (!policy.has('default-src') && !policy.has('script-src')) return -25
  if (sources('script-src').some((source) => BROAD_OR_INLINE.includes(source))) return -20
  if (sources('object-src').some((source) => BROAD.includes(source))) return -20
  if (insecure([...policy.keys()].filter((name) => !passive.includes(name)))) return -20
  if ([...sources('script-src'), ...sources('style-src')].includes("'unsafe-eval'")) return -10
  if (insecure(passive)) return -10
  if (sources('style-src').some((source) => BROAD_OR_INLINE.includes(source))) return 0
  return String(policy.get('default-src')) === "'none'" ? 10 : 5
}

function cookiePoints(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0
  const guarded = cookies.every(
    (cookie) => /; *secure/i.test(cookie) && /; *samesite=(lax|strict)/i.test(cookie),
  )
  const open = cookies.some((cookie) => /^[^=]*(login|sess)/i.test(cookie) && !/; *httponly/i.test(cookie))
  if (!guarded) return -40
  return open ? -30 : 5
}

function referrerPoints(value: string | null): number {
  if (value === null) return 0
  return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(value)
    ? 5
    : -5
}

function transportPoints(value: string | null): number {
  const age = Number(/max-age=(\d+)/.exec(value ?? '')?.[1] ?? -1)
  if (age < 0) return -20
  return age >= 15_768_000 ? 0 : -10
}

function scriptPoints(html: string): number {
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].map(([, source = '']) => source)
  return sources.every((source) => /^\/(?!\/)/.test(source)) ? 0 : -50
}

function resourcePoints(value: string | null): number {
  if (value === null || value === 'cross-origin') return 0
  return value === 'same-origin' || value === 'same-site' ? 10 : -5
}
