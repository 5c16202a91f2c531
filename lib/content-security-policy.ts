/** Hosts allowed besides the app's own; analytics and monitoring only where they are configured. */
export interface PolicyHosts {
  supabaseUrl: string
  posthogHost?: string
  sentryDsn?: string
}

/**
 * The Content-Security-Policy header of every response: scripts from the app's own origin only. A page adds the hashes of its own
 * inline scripts (withInlineScripts, pages/_document.tsx).
 *
 * Styles allow inline because dialogs, toasts and scroll locks insert style elements at run time. In development, hot reload
 * evaluates code and holds a socket open, hence `development`.
 */
export function contentSecurityPolicy(hosts: PolicyHosts, { development = false } = {}): string {
  const supabase = new URL(hosts.supabaseUrl).origin
  const connect = ["'self'", supabase, supabase.replace(/^http/, 'ws')]
  if (hosts.posthogHost) connect.push(new URL(hosts.posthogHost).origin)
  if (hosts.sentryDsn) connect.push(new URL(hosts.sentryDsn).origin)
  if (development) connect.push('ws:')

  // Hot reload evaluates code, and its inline scripts change.
  const scripts = development ? ["'self'", "'unsafe-inline'", "'unsafe-eval'"] : ["'self'"]

  // Session replay compresses in a worker created from a blob.
  const workers = hosts.sentryDsn ? ["'self'", 'blob:'] : ["'self'"]

  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': scripts,
    'style-src': ["'self'", "'unsafe-inline'"],
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
