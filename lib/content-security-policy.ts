/** Hosts allowed besides the app's own; analytics and monitoring only where they are configured. */
export interface PolicyHosts {
  supabaseUrl: string
  posthogHost?: string
  sentryDsn?: string
}

/**
 * The Content-Security-Policy header of every response. A page narrows `script-src` to the hashes of its own inline scripts
 * (pages/_document.tsx); both policies apply.
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

  const scripts = ["'self'", "'unsafe-inline'"]
  if (development) scripts.push("'unsafe-eval'")

  // Session replay compresses in a worker created from a blob.
  const workers = hosts.sentryDsn ? ["'self'", 'blob:'] : ["'self'"]

  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': scripts,
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', supabase],
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
