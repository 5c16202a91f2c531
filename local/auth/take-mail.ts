import { requireServiceKey } from './admin.ts'
import { AuthError, readBody, textField } from './http.ts'
import { putMail } from './outbox.ts'

/** In bytes: a voicemail message may be attached. */
const LARGEST_MAIL = 96 * 1024 * 1024

/**
 * POST /outbox {to, subject, text, html?, replyTo?, attachments?: [{filename, content in base64}]}: puts a mail of the app (lib/mail) into
 * the outbox; 204. Requires the service key. Throws AuthError.
 */
export async function limitMail(
  request: Request,
  { serviceKey, outboxDir }: { serviceKey: string; outboxDir: string },
): Promise<Response> {
  requireServiceKey(request, serviceKey)
  const { body } = await readBody(request, LARGEST_MAIL)
  const [to, subject, text] = ['to', 'subject', 'text'].map((name) => textField(body, name))
  if (!to || !subject || !text)
    throw new AuthError(400, 'validation_failed', 'A mail has to, subject and text.')
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? null
  const files = (Array.isArray(body.attachments) ? body.attachments : []).map((file: unknown) => {
    const { filename, content } = Object(file) as Record<string, unknown>
    return { filename: String(filename), content: Buffer.from(String(content), 'base64') }
  })
  const [html = '', replyTo] = ['html', 'replyTo'].map((name) => textField(body, name))
  await putMail(outboxDir, { to, replyTo, subject, text, html, link }, files)
  return new Response(null, { status: 204 })
}
