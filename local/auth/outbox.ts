import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isLoopback } from '../../lib/loopback.ts'

/** An email the embedded backend would have sent. `at` is ISO 8601, `link` the address to follow. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  link: string | null
  at: string
  /** Attachments; `file` is the name in the folder. */
  attachments?: { filename: string; bytes: number; file: string }[]
}

/** How many emails the outbox holds. */
const MOST_MAILS = 200

const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Writes an email as a JSON file into the folder with its attachments beside it, readable by their owner only, and deletes all but the
 * newest 200 emails.
 */
export async function putMail(
  outboxDir: string,
  mail: Omit<Mail, 'at' | 'attachments'>,
  files: readonly { filename: string; content: Buffer }[] = [],
): Promise<void> {
  const at = new Date().toISOString()
  await mkdir(outboxDir, { recursive: true, mode: 0o700 })
  const stem = `${at.replaceAll(':', '-')}-${randomUUID()}`
  const write = (name: string, content: string | Buffer) =>
    writeFile(path.join(outboxDir, name), content, { mode: 0o600, flag: 'wx' })
  const attachments = files.map(({ filename, content }, index) => ({
    filename,
    bytes: content.length,
    file: `${stem}.${index + 1}.bin`,
  }))
  for (const [index, { file }] of attachments.entries()) await write(file, files[index]?.content ?? '')
  const stored = { ...mail, at, ...(attachments.length > 0 && { attachments }) }
  await write(`${stem}.json`, `${JSON.stringify(stored, null, 2)}\n`)
  const oldest = (await mailsIn(outboxDir))[MOST_MAILS - 1]?.slice(0, -'.json'.length) ?? ''
  for (const name of (await readdir(outboxDir)).filter((each) => each < oldest))
    await rm(path.join(outboxDir, name), { force: true })
}

/** The newest 200 emails of the folder, newest first; none when the folder does not exist. */
export async function readMails(outboxDir: string): Promise<Mail[]> {
  const newest = (await mailsIn(outboxDir)).slice(0, MOST_MAILS)
  const texts = await Promise.all(
    newest.map((name) => readFile(path.join(outboxDir, name), 'utf8').catch(unlessMissing)),
  )
  return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as Mail]))
}

/** The names of the emails' files, newest first. */
async function mailsIn(outboxDir: string): Promise<string[]> {
  const names = (await readdir(outboxDir).catch(unlessMissing)) ?? []
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** An email driver for `@supabase/lite` (`options.drivers.email`): its own emails go to the same outbox. */
export function outboxMailer(options: { outboxDir: string; siteUrl: string; apiUrl: string }): {
  send(mail: { to: string; subject: string; text?: string; html?: string }): Promise<void>
} {
  // Lite's links use the site's address, but verification happens at the API's.
  const corrected = (content = '') =>
    content.replaceAll(`${options.siteUrl}/auth/v1/`, `${options.apiUrl}/auth/v1/`)
  return {
    async send({ to, subject, text, html }) {
      const plain = corrected(text)
      const link = /https?:\/\/\S+/.exec(plain)?.[0] ?? null
      await putMail(options.outboxDir, { to, subject, text: plain, html: corrected(html), link })
    },
  }
}

/** A text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/**
 * GET /outbox: the emails as a page, or as JSON with `?format=json`. Only for callers on this machine (403 otherwise); without
 * cross-origin headers, so that other sites cannot read the links.
 */
export async function outboxPage(
  request: Request,
  peerAddress: string,
  outboxDir: string,
): Promise<Response> {
  const url = new URL(request.url)
  // Checks the host name as well as the peer: a foreign name that resolves to this machine is a DNS rebinding attack. What a proxy on
  // this machine passes on, named in TRUSTED_PROXIES or not, is somebody else's.
  const isPassedOn = PROXY_HEADERS.some((name) => request.headers.has(name))
  if (isPassedOn || !isOwnAddress(peerAddress) || !isLoopback(url.hostname)) {
    return new Response('The outbox is only shown on this machine.\n', { status: 403 })
  }
  const mails = await readMails(outboxDir)
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  }
  if (url.searchParams.get('format') === 'json') return Response.json(mails, { headers })
  return new Response(page(mails), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
}

/** Whether a connection comes from this machine. */
function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

function page(mails: Mail[]): string {
  const articles = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${escapeHtml(mail.at)}">${escapeHtml(mail.at)}</time></p>
<pre>${escapeHtml(mail.text)}</pre>
${(mail.attachments ?? []).map(({ filename, bytes }) => `<p>Attached: ${escapeHtml(filename)}, ${bytes} bytes</p>\n`).join('')}${mail.link && /^https?:/.test(mail.link) ? `<p><a href="${escapeHtml(mail.link)}">Follow the link</a></p>` : ''}
</article>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbox</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
article { border-top: 1px solid; padding: .5rem 0 }
h2 { font-size: 1.1rem; margin: .5rem 0 0 }
p { margin: .25rem 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
</style>
<h1>Outbox</h1>
${articles.join('\n') || '<p>No mail yet.</p>'}
</html>
`
}
