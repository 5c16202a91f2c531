/** Hosts the policy opens besides the app's own; a host is opened only when its service is configured. */
export interface PolicyHosts {
  supabaseUrl: string
  posthogHost?: string
  sentryDsn?: string
}

/**
 * The Content-Security-Policy header of every page.
 *
 * Pages are built once and served as they are, so a nonce (a new one each request) is not possible; inline scripts
 * are allowed one by one through `inlineScriptHashes` ('sha256-…'). Next's own data block is JSON, which the policy
 * does not concern. Styles allow inline because dialogs, toasts and scroll locks insert style elements at run time.
 * In development hot reload evaluates code and holds a socket open, hence `development`.
 */
export function contentSecurityPolicy(
  hosts: PolicyHosts,
  {
    inlineScriptHashes = [],
    development = false,
  }: { inlineScriptHashes?: string[]; development?: boolean } = {},
): string {
  const supabase = new URL(hosts.supabaseUrl).origin
  const supabaseSocket = supabase.replace(/^http/, 'ws')
  const connect = ["'self'", supabase, supabaseSocket]
  if (hosts.posthogHost) connect.push(new URL(hosts.posthogHost).origin)
  if (hosts.sentryDsn) connect.push(new URL(hosts.sentryDsn).origin)
  if (development) connect.push('ws:')

  const scripts = ["'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`)]
  // A hash makes browsers ignore 'unsafe-inline', so development has the one or the other.
  const developmentScripts = ["'self'", "'unsafe-inline'", "'unsafe-eval'"]
  // Session replay compresses in a worker made from a blob.
  const workers = hosts.sentryDsn ? ["'self'", 'blob:'] : ["'self'"]

  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': development ? developmentScripts : scripts,
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', supabase],
    'media-src': ["'self'", 'blob:', supabase],
    'font-src': ["'self'"],
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
