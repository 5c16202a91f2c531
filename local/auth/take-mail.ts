import { requireServiceKey } from './admin.ts'
import { AuthError, readBody, textField } from './http.ts'
import { putMail } from './outbox.ts'

/**
 * POST /outbox {to, subject, text, html?}: puts a mail of the app (lib/mail) into the outbox; 204. Only with the service key. Throws
 * AuthError.
 */
export async function takeMail(
  request: Request,
  { serviceKey, outboxDir }: { serviceKey: string; outboxDir: string },
): Promise<Response> {
  requireServiceKey(request, serviceKey)
  const { body } = await readBody(request)
  const [to, subject, text] = ['to', 'subject', 'text'].map((name) => textField(body, name))
  if (!to || !subject || !text)
    throw new AuthError(400, 'validation_failed', 'A mail has to, subject and text.')
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? null
  await putMail(outboxDir, { to, subject, text, html: textField(body, 'html') ?? '', link })
  return new Response(null, { status: 204 })
}
