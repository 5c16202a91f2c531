import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { inTurn } from '@/lib/api/in-turn'
import { originOf } from '@/lib/api/origin'
import { letterhead } from '@/lib/company/profile'
import { sendMail } from '@/lib/mail/mail'
import { noted } from '@/lib/mail/note-mail'
import { EMAIL } from '@/lib/resources/email-field'
import { MESSAGE_LENGTH, publicQuotePdf, quoteLinkPath, quoteMail } from '@/lib/sales/quote-mail'
import { quoteTitle } from '@/lib/sales/quotes'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { QUOTES } from '@/lib/supabase/constraints'
import type { Database } from '@/lib/supabase/database.types'

export const config = { api: { bodyParser: false } }

const route = z.object({ id: z.guid() })
const body = z.strictObject({
  request: z.guid(),
  version: z.int().positive(),
  to: EMAIL.rule.max(QUOTES.sent_to.maxLength),
  message: z.string().max(MESSAGE_LENGTH),
})

/** The key of the customer's link, which no caller can read. */
async function linkKey(admin: SupabaseClient<Database>, id: string): Promise<string> {
  const { data } = await admin.from('quotes').select('link_token').eq('id', id).single().throwOnError()
  return data.link_token
}

/** The address of a member of staff, whom the customer answers. */
async function addressOf(admin: SupabaseClient<Database>, user: string): Promise<string> {
  const { data } = await admin.from('members').select('email').eq('user_id', user).single().throwOnError()
  return data.email
}

/** Whether this request has reached the mail before, so that the quote has been saved for it. */
async function isRepeated(admin: SupabaseClient<Database>, cause: string): Promise<boolean> {
  const { data } = await admin
    .from('mails')
    .select('id')
    .match({ kind: 'quote', cause })
    .limit(1)
    .throwOnError()
  return data.length > 0
}

/**
 * POST /api/sales/quotes/{id}/send {request, version, to, message}: freezes the quote if it is a draft and mails its link, once for the
 * same `request`. 404 if the caller sees none; 409 if it, or a draft's lines, changed since the version that the caller saw; 502 if the
 * mail could not be sent: the quote is frozen then, and sending again mails it.
 */
export default apiHandler(
  {
    methods: ['POST'],
    section: 'sales',
    action: 'edit',
    query: route,
    body,
    limit: { of: 'quote mails by', times: 20, withinSeconds: 60 },
  },
  ({ req, query: { id }, body: { request, version, to, message }, supabase, userId }) => {
    const admin = requireAdminClient('Quotes cannot be emailed')
    return inTurn(admin, `quote ${id}`, async () => {
      const { data: found } = await supabase
        .from('quotes')
        .select('status, version')
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
      if (!found) throw new ApiFailure(404, 'Quote not found.')
      if (found.version !== version && !(await isRepeated(admin, request))) {
        const quote = found.status === 'draft' ? 'The draft or its lines have' : 'The quote has'
        throw new ApiFailure(
          409,
          `${quote} changed since you opened this. Check it again before you send it.`,
        )
      }
      const { data: sent } = await supabase
        .from('quotes')
        .update({
          sent_to: to,
          version: found.version + 1,
          ...(found.status === 'draft' ? { status: 'sent' } : null),
        })
        .eq('id', id)
        .select('number, revision, issuer')
        .maybeSingle()
        .throwOnError()
      if (!sent) throw new ApiFailure(404, 'Quote not found.')
      const key = await linkKey(admin, id)
      const at = (path: string) => new URL(path, originOf(req)).href
      const links = { page: at(quoteLinkPath(key)), pdf: at(publicQuotePdf(key)) }
      const mail = quoteMail(quoteTitle(sent), letterhead(sent.issuer).name, links, message)
      const { subject } = mail
      const about = { kind: 'quote', section: 'sales', recipient: to, subject, request } as const
      const replyTo = await addressOf(admin, userId)
      await noted(admin, about, () => sendMail({ to, replyTo, ...mail }))
      const emailed = { emailed_at: new Date().toISOString() }
      await admin.from('quotes').update(emailed).match({ id, sent_to: to }).throwOnError()
      return { sent_to: to }
    })
  },
)
