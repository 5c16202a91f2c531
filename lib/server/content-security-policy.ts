/** Hosts allowed besides the app's own; analytics and monitoring only where they are configured. */
export interface PolicyHosts {
  supabaseUrl: string
  reportsUrl?: string
  posthogHost?: string
  sentryDsn?: string
}

/**
 * The Content-Security-Policy header of every response: scripts from the app's own origin only. A page adds the hashes of its own
 * inline scripts (withInlineScripts, pages/_document.tsx) and a nonce for the style elements that dialogs insert at run time
 * (withStyleNonce). What scripts set on an element's `style` is allowed anyway; `style` attributes in HTML are not.
 *
 * In development, hot reload evaluates code, inserts styles and holds a socket open, hence `development`.
 */
export function contentSecurityPolicy(hosts: PolicyHosts, { development = false } = {}): string {
  const supabase = new URL(hosts.supabaseUrl).origin
  const connect = ["'self'", supabase, supabase.replace(/^http/, 'ws')]
  if (hosts.reportsUrl) connect.push(new URL(hosts.reportsUrl).origin)
  if (hosts.posthogHost) connect.push(new URL(hosts.posthogHost).origin)
  if (hosts.sentryDsn) connect.push(new URL(hosts.sentryDsn).origin)
  if (development) connect.push('ws:')

  // Hot reload evaluates code, and its inline scripts change.
  const scripts = development ? ["'self'", "'unsafe-inline'", "'unsafe-eval'"] : ["'self'"]
  const styles = development ? ["'self'", "'unsafe-inline'"] : ["'self'"]

  // Session replay compresses in a worker created from a blob.
  const workers = hosts.sentryDsn ? ["'self'", 'blob:'] : ["'self'"]

  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': scripts,
    'style-src': styles,
    'img-src': ["'self'", 'data:', 'blob:', supabase],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', supabase],
    'connect-src': connect,
    'worker-src': workers,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** The policy for a page with these inline scripts, given by the base64 text of their SHA-256 hashes. */
export function withInlineScripts(policy: string, hashes: readonly string[]): string {
  const allowed = hashes.map((hash) => ` 'sha256-${hash}'`).join('')
  return policy.replace(/(?<=^|; )script-src [^;]*/, (scripts) => scripts + allowed)
}

/** The policy for a page whose scripts insert style elements with this nonce (lib/browser/style-nonce.ts). */
export function withStyleNonce(policy: string, nonce: string): string {
  return policy.replace(/(?<=^|; )style-src [^;]*/, (styles) => `${styles} 'nonce-${nonce}'`)
}
